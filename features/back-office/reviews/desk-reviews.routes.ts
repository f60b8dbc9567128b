import { answered } from "#features/back-office/answered.view.ts";
import { callOf } from "#features/back-office/audited-steps.writes.ts";
import {
  decideReviewEndpoint,
  listReviewsEndpoint,
} from "#features/back-office/reviews/desk-reviews.contract.ts";
import { listReviewViews } from "#features/back-office/reviews/desk-reviews.reads.ts";
import { decideDeskReview } from "#features/back-office/reviews/desk-reviews.writes.ts";
import { route } from "#lib/api/route.ts";

/** What people say of the product, at the desk. */
export const deskReviewRoutes = [
  route(listReviewsEndpoint, ({ db, query }) => listReviewViews(db, query)),
  route(decideReviewEndpoint, async (asked) =>
    answered(await decideDeskReview(asked.db, asked.params.id, asked.body.decision, callOf(asked))),
  ),
];
