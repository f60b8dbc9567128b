import { activationSweeps } from "#features/activations/jobs.ts";
import { backOfficeSweeps } from "#features/back-office/jobs.ts";
import { restSweeps } from "#features/buyer-api/rest/answers/jobs.ts";
import { sandboxSweeps } from "#features/buyer-api/sandbox/jobs.ts";
import { identitySweeps } from "#features/identity/jobs.ts";
import { debtSweeps } from "#features/ledger/debts/jobs.ts";
import { createReconciliationSweep } from "#features/ledger/reconciliation/jobs.ts";
import { sealSweep } from "#features/ledger/seals/jobs.ts";
import { loyaltySweeps } from "#features/loyalty/jobs.ts";
import { notificationSweeps } from "#features/notifications/jobs.ts";
import { paymentSweeps } from "#features/payments/jobs.ts";
import { withdrawalSweeps } from "#features/payments/withdrawals/sending/jobs.ts";
import { pricingSweeps } from "#features/pricing/jobs.ts";
import { referralSweeps } from "#features/referrals/jobs.ts";
import { rentalSweeps } from "#features/rentals/jobs.ts";
import { statisticsSweeps } from "#features/statistics/jobs.ts";
import { supplySweeps } from "#features/supply/jobs.ts";
import { queueSweeps } from "#lib/jobs/queue.ts";
import { findChecks } from "#lib/tooling/checks.ts";

/** Everything that a worker looks for again and again. */
export const sweeps = [
  ...queueSweeps,
  ...identitySweeps,
  sealSweep,
  createReconciliationSweep(await findChecks()),
  ...supplySweeps,
  ...pricingSweeps,
  ...debtSweeps,
  ...paymentSweeps,
  ...withdrawalSweeps,
  ...activationSweeps,
  ...rentalSweeps,
  ...notificationSweeps,
  ...statisticsSweeps,
  ...backOfficeSweeps,
  ...loyaltySweeps,
  ...referralSweeps,
  ...sandboxSweeps,
  ...restSweeps,
];
