import { unansweredAttempts } from "#features/supply/attempts.jobs.ts";
import { finishOutbox } from "#features/supply/finish-reports/finish-reports.jobs.ts";
import { healthSweeps } from "#features/supply/health/health.jobs.ts";
import { smsRetention } from "#features/supply/intake/intake.jobs.ts";
import { ownOfferCounts, restingUnits } from "#features/supply/inventory/inventory.jobs.ts";
import { operationSweeps } from "#features/supply/operation/operation.jobs.ts";
import { overclaimPenalties, stockPolls } from "#features/supply/polling/polling.jobs.ts";
import { selfTestSweeps } from "#features/supply/self-test/self-tests.jobs.ts";
import type { Sweep } from "#lib/jobs/sweeps.ts";

/** Everything of supply that the worker repeats. */
export const supplySweeps: readonly Sweep[] = [
  stockPolls,
  overclaimPenalties,
  finishOutbox,
  unansweredAttempts,
  ownOfferCounts,
  restingUnits,
  smsRetention,
  ...operationSweeps,
  ...healthSweeps,
  ...selfTestSweeps,
];
