import { actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import type { Answered } from "#features/back-office/requests.writes.ts";
import type { ReviewEvent, ReviewState } from "#features/community/reviews/reviews.rules.ts";
import { decideReview } from "#features/community/reviews/reviews.writes.ts";
import type { Db } from "#lib/db/pool.ts";

/**
 * Shows a review, refuses it or takes it down, once per key. Throws REVIEW_NOT_FOUND, REVIEW_DECIDED, REVIEW_EXISTS,
 * IDEMPOTENCY_MISMATCH.
 */
export function decideDeskReview(
  db: Db,
  reviewId: number,
  decision: ReviewEvent,
  call: StaffCall,
): Promise<Answered<{ state: ReviewState }>> {
  const { staff, reason } = call;
  return actOnce(db, call, {
    action: `review.${decision}`,
    input: [reviewId],
    work: (tx) => decideReview(tx, { reviewId, decision, reason, staffId: staff.staffId }),
    recordOf: ({ state }) => ({ subject: `review:${reviewId}`, details: { state } }),
  });
}
