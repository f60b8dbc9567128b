import { forgetOldAnswers } from "#features/idempotency/idempotency.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Answers that nobody asks for again any more. */
const oldAnswersSweep = defineSweep({
  name: "idempotency: old answers",
  everyMs: 60_000,
  run: (db) => forgetOldAnswers(db, 1_000),
});

export const restSweeps = [oldAnswersSweep];
