import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
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
