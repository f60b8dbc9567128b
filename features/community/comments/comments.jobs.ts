import { forgetComments } from "#features/community/comments/comments.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of comments. */
export const commentSweeps = [
  defineSweep({ name: "community: forget comments", everyMs: 3_600_000, run: forgetComments }),
];
