import sql from "sql-template-tag";
import { type FeedbackState, feedbackLimits } from "#features/community/feedback/feedback.rules.ts";
import type { SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** A ticket as the staff see it. */
export type Feedback = {
  readonly id: number;
  readonly state: FeedbackState;
  readonly userId: number | null;
  /** Where the answer goes; null when the account is gone. */
  readonly email: string | null;
  readonly name: string;
  readonly locale: string;
  readonly flags: readonly SpamFlag[];
  readonly createdAt: Date;
};

type FeedbackFilter = {
  readonly state: FeedbackState;
  /** Part of name or address, or the number. */
  readonly search?: string | undefined;
  /** Above this number. */
  readonly after?: number | undefined;
};

/** Tickets in a state, oldest first, at most `limit`. */
export function listFeedback(
  db: Queryable,
  { state, search, after }: FeedbackFilter,
  limit: number,
): Promise<Feedback[]> {
  // What is typed is text, never a pattern.
  const part = search ? `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
  return rows<Feedback>(
    db,
    sql`select f.id, f.state, f.user_id as "userId", coalesce(f.email, u.email) as email, f.name, f.locale, f.flags,
          f.created_at as "createdAt"
        from community_feedback f left join identity_people u on u.id = f.user_id
        where f.state = ${state} and f.id > ${after ?? 0}
          and (${part}::text is null or f.id::text = ${search ?? null} or lower(f.name) like ${part}
            or coalesce(f.email, u.email) like ${part})
        order by f.id limit ${limit}`,
  );
}

export type FeedbackMessage = {
  readonly id: number;
  readonly feedbackId: number;
  /** Null: the sender's own words. */
  readonly staffId: number | null;
  readonly text: string;
  readonly createdAt: Date;
};

/** The threads of these tickets, oldest message first; of a long one the newest. */
export function listFeedbackMessages(
  db: Queryable,
  feedbackIds: readonly number[],
): Promise<FeedbackMessage[]> {
  return rows<FeedbackMessage>(
    db,
    sql`select m.id, m.feedback_id as "feedbackId", m.staff_id as "staffId", m.text, m.created_at as "createdAt"
        from unnest(${[...feedbackIds]}::bigint[]) as ticket (id)
        cross join lateral (
          select * from community_feedback_messages each where each.feedback_id = ticket.id
          order by each.id desc limit ${feedbackLimits.messagesShown}) m
        order by m.id`,
  );
}

/** How many tickets are open, and for how many seconds the oldest has waited; null when there is none. */
export function countOpenFeedback(db: Queryable): Promise<{ count: number; oldestSeconds: number | null }> {
  return one(
    db,
    sql`select count(*)::int as count, case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(written_at)))::int end as "oldestSeconds"
        from community_feedback where state = 'open'`,
  );
}
