import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { decideComment } from "#features/community/comments/comments.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type GivenFeedback = { userId?: number; name?: string; message?: string; locale?: Locale };

/** An open ticket of a user, or of a guest at `guest@example.com`; its number. */
export async function givenFeedback(
  db: Db,
  { userId, name = "Anna", message = "Where is my number?", locale = "en" }: GivenFeedback = {},
): Promise<number> {
  const key = randomUUID();
  const { id } = await one<{ id: number }>(
    db,
    sql`with made as (
          insert into community_feedback (user_id, email, name, locale, person_hash, text_hash, idempotency_key, input_hash)
            values (${userId ?? null}, ${userId === undefined ? "guest@example.com" : null}, ${name}, ${locale},
              ${Buffer.from(key)}, ${Buffer.from(message)}, ${key}, 'hash') returning id
        ), written as (insert into community_feedback_messages (feedback_id, text) select id, ${message} from made
        ) select id from made`,
  );
  return id;
}

type GivenReview = {
  userId?: number;
  name?: string;
  text?: string;
  rating?: number;
  locale?: Locale;
  isVerified?: boolean;
};

/** A review that waits, of a guest unless a user is named; its id. */
export async function givenReview(
  db: Db,
  {
    userId,
    name = "Anna",
    text = "It works.",
    rating = 5,
    locale = "en",
    isVerified = false,
  }: GivenReview = {},
): Promise<number> {
  const key = randomUUID();
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into community_reviews (user_id, name, text, rating, locale, is_verified, text_hash, idempotency_key, input_hash)
        values (${userId ?? null}, ${name}, ${text}, ${rating}, ${locale}, ${isVerified}, ${Buffer.from(key)}, ${key}, 'hash')
        returning id`,
  );
  return id;
}

type GivenComment = {
  userId: number;
  articleId?: number;
  replyTo?: number;
  name?: string;
  text?: string;
  locale?: Locale;
};

/** A comment of a user that waits; its id. */
export async function givenComment(
  db: Db,
  { userId, articleId = 1, replyTo, name = "Anna", text = "It helped.", locale = "en" }: GivenComment,
): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into community_comments (article_id, parent_id, user_id, name, text, locale, text_hash)
        values (${articleId}, ${replyTo ?? null}, ${userId}, ${name}, ${text}, ${locale}, ${Buffer.from(text)}) returning id`,
  );
  return id;
}

/** A comment that the staff have approved, with its audit; its id. */
export async function givenShownComment(db: Db, given: GivenComment): Promise<number> {
  const commentId = await givenComment(db, given);
  const staffId = 9;
  await withTransaction(db, async (tx) => {
    await decideComment(tx, { commentId, decision: "approve", edits: 0, reason: "it helps", staffId });
    await recordAction(tx, {
      ...{ actorId: staffId, action: "comment.approve", subject: `comment:${commentId}`, details: {} },
    });
  });
  return commentId;
}

/** A reader's report of a comment. */
export async function givenReport(
  db: Db,
  { commentId, userId }: { commentId: number; userId: number },
): Promise<void> {
  await execute(
    db,
    sql`insert into community_comment_reports (comment_id, user_id) values (${commentId}, ${userId})`,
  );
}
