import sql from "sql-template-tag";
import { type Asker, isAskedAlready, takeSending } from "#features/community/asker.writes.ts";
import { communityErrors } from "#features/community/community.errors.ts";
import {
  type ReviewEvent,
  type ReviewState,
  reviewLimits,
  reviewSteps,
} from "#features/community/reviews/reviews.rules.ts";
import { judgeText, refuseLinks } from "#features/community/spam.reads.ts";
import type { Caller } from "#features/identity/registration/registration.writes.ts";
import { hashOfText } from "#features/identity/spam/spam.reads.ts";
import { hasPaid } from "#features/ledger/paid.reads.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notify } from "#lib/jobs/events.ts";
import { plainLine, plainText } from "#lib/plain-text.ts";

const FORGOTTEN_AT_ONCE = 1_000;
/** What drops the pages that show reviews. */
const PAGE_TAG = "reviews";

export type NewReview = {
  readonly name: string;
  readonly text: string;
  /** 1 to 5. */
  readonly rating: number;
  /** Who is signed in; null for a guest. */
  readonly userId: number | null;
  readonly idempotencyKey: string;
};

/**
 * Records a review, which the staff look at before it is shown. The same words of guests wait once. Throws TOO_MANY_LINKS, TEXT_REPEATED,
 * REVIEW_EXISTS, CAPTCHA_REQUIRED, CAPTCHA_FAILED, TOO_MANY_ATTEMPTS, IDEMPOTENCY_MISMATCH.
 */
export async function sendReview(db: Db, input: NewReview, caller: Caller): Promise<{ replayed: boolean }> {
  const { userId, rating, idempotencyKey: key } = input;
  const text = plainText(input.text);
  refuseLinks(text, reviewLimits.links);
  const asking = { key, hash: inputHash("review", input.name, input.text, rating, userId) };
  // Before the captcha: the first answer was lost, and its captcha is spent.
  if (await isAskedAlready(db, "community_reviews", asking)) return { replayed: true };
  const asker: Asker | null = userId === null ? null : { userId };
  await takeSending(db, "review", asker, caller);
  const textHash = hashOfText(text, "review");
  const flags = await judgeText(db, "community_reviews", { text, textHash, userId, email: null });
  const isVerified = userId !== null && (await hasPaid(db, userId));
  const stored = await execute(
    db,
    sql`insert into community_reviews (user_id, name, text, rating, locale, is_verified, text_hash, flags, idempotency_key, input_hash)
        values (${userId}, ${plainLine(input.name)}, ${text}, ${rating}, ${caller.locale}, ${isVerified}, ${textHash}, ${flags}::text[],
          ${key}, ${asking.hash})
        on conflict do nothing`,
  );
  if (stored === 1) return { replayed: false };
  // A call of the same moment with this key, a review of the account, or a guest's with these words.
  const replayed = await isAskedAlready(db, "community_reviews", asking);
  if (!replayed && userId !== null) throw new AppError(communityErrors.REVIEW_EXISTS);
  return { replayed };
}

export type ReviewDecision = {
  readonly reviewId: number;
  readonly decision: ReviewEvent;
  readonly reason: string;
  readonly staffId: number;
};

/**
 * Shows a review, refuses it, or takes it down; pages that show reviews are made anew. Throws REVIEW_NOT_FOUND, REVIEW_DECIDED, and
 * REVIEW_EXISTS when its author has written another one meanwhile.
 */
export async function decideReview(
  tx: Tx,
  { reviewId, decision, reason, staffId }: ReviewDecision,
): Promise<{ state: ReviewState }> {
  const held = await maybeOne<{ state: ReviewState; userId: number | null }>(
    tx,
    sql`select state, user_id as "userId" from community_reviews where id = ${reviewId} for update`,
  );
  if (!held) throw new AppError(communityErrors.REVIEW_NOT_FOUND);
  const state = reviewSteps.nextState(held.state, decision);
  if (state === null) throw new AppError(communityErrors.REVIEW_DECIDED, { details: { state: held.state } });
  if (held.state === "rejected" && (await hasOther(tx, reviewId, held.userId)))
    throw new AppError(communityErrors.REVIEW_EXISTS);
  await execute(
    tx,
    sql`update community_reviews set state = ${state}, reason = ${reason}, decided_by = ${staffId}, decided_at = app_now()
        where id = ${reviewId}`,
  ).catch((error: unknown) => {
    // Another one came after the look.
    const isWrittenMeanwhile = (error as { code?: string }).code === "23505";
    throw isWrittenMeanwhile ? new AppError(communityErrors.REVIEW_EXISTS) : error;
  });
  if (state === "approved" || held.state === "approved") await notify(tx, "page_tags", PAGE_TAG);
  return { state };
}

async function hasOther(tx: Tx, reviewId: number, userId: number | null): Promise<boolean> {
  const other = await maybeOne(
    tx,
    sql`select 1 from community_reviews where user_id = ${userId} and id <> ${reviewId} and state <> 'rejected'`,
  );
  return other !== null;
}

/** Removes an account's reviews, also from the pages that show them. */
export async function forgetReviewsOf(tx: Tx, userId: number): Promise<void> {
  const gone = await execute(tx, sql`delete from community_reviews where user_id = ${userId}`);
  if (gone > 0) await notify(tx, "page_tags", PAGE_TAG);
}

/** Removes reviews that were rejected long ago. Answers how many. */
export function forgetReviews(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from community_reviews where id in (
          select id from community_reviews
          where state = 'rejected' and decided_at < app_now() - make_interval(days => ${reviewLimits.rejectedDays})
          limit ${FORGOTTEN_AT_ONCE})`,
  );
}
