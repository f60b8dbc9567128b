import sql from "sql-template-tag";
import {
  type CommentQueue,
  type CommentState,
  commentLimits,
} from "#features/community/comments/comments.rules.ts";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A comment as everybody sees it. */
export type ShownComment = {
  readonly id: number;
  /** What it replies to; null for one that replies to nothing. */
  readonly parentId: number | null;
  readonly name: string;
  readonly text: string;
  /** The language it was written in. */
  readonly locale: Locale;
  readonly createdAt: Date;
};

/** Comments under an article: the newest first, each followed by its replies, of which the oldest come first. */
export function listShownComments(db: Queryable, articleId: number): Promise<ShownComment[]> {
  return rows<ShownComment>(
    db,
    sql`select id, parent_id as "parentId", name, text, locale, created_at as "createdAt"
        from community_comments c where article_id = ${articleId} and state = 'approved'
          and (parent_id is null or exists (select from community_comments p where p.id = c.parent_id and p.state = 'approved'))
        order by coalesce(parent_id, id) desc, id limit ${commentLimits.shown}`,
  );
}

/** A comment as the staff see it. */
export type Comment = ShownComment & {
  readonly articleId: number;
  /** The words that it replies to. */
  readonly parentText: string | null;
  readonly state: CommentState;
  readonly userId: number;
  readonly flags: readonly SpamFlag[];
  /** How many readers have reported it since the staff decided about it. */
  readonly reports: number;
  /** How often its author has written it anew. */
  readonly edits: number;
  readonly reason: string | null;
  readonly decidedBy: number | null;
  readonly decidedAt: Date | null;
};

const REPORTED = sql`(select count(*)::int from community_comment_reports r where r.comment_id = c.id)`;

/** Comments of a queue, oldest first, from above an id on, at most `limit`. */
export function listComments(
  db: Queryable,
  { queue, after }: { readonly queue: CommentQueue; readonly after?: number | undefined },
  limit: number,
): Promise<Comment[]> {
  const isReported = queue === "reported";
  return rows<Comment>(
    db,
    sql`select c.id, c.article_id as "articleId", c.parent_id as "parentId", p.text as "parentText", c.state, c.user_id as "userId",
          c.name, c.text, c.locale, c.flags, ${REPORTED} as reports, c.edits, c.reason, c.decided_by as "decidedBy", c.decided_at as "decidedAt",
          c.created_at as "createdAt"
        from community_comments c left join community_comments p on p.id = c.parent_id
        where c.state = ${isReported ? "approved" : queue} and c.id > ${after ?? 0}
          and (not ${isReported} or exists (select from community_comment_reports r where r.comment_id = c.id))
        order by c.id limit ${limit}`,
  );
}

/** How many comments wait or are reported, and for how many seconds the oldest has; null when there is none. */
export function countWaitingComments(
  db: Queryable,
): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(since)))::int end as "oldestSeconds"
        from (select created_at as since from community_comments where state = 'waiting'
          union all select min(created_at) from community_comment_reports group by comment_id) open`,
  );
}
