import { forgetFeedback } from "#features/community/feedback/feedback.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of what people write to support. */
export const feedbackSweeps = [
  defineSweep({ name: "community: forget feedback", everyMs: 3_600_000, run: forgetFeedback }),
];
