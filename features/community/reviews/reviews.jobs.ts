import { forgetReviews } from "#features/community/reviews/reviews.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of reviews. */
export const reviewSweeps = [
  defineSweep({ name: "community: forget reviews", everyMs: 3_600_000, run: forgetReviews }),
];
