import { archiveParts } from "#app/_processes/worker/archive-parts.ts";
import { closingParts } from "#app/api/closing-parts.ts";
import { activationSweeps } from "#features/activations/activations.jobs.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { makeOfferWaker } from "#features/activations/search/search.jobs.ts";
import { backOfficeSweeps } from "#features/back-office/back-office.jobs.ts";
import { commentSweeps } from "#features/community/comments/comments.jobs.ts";
import { feedbackSweeps } from "#features/community/feedback/feedback.jobs.ts";
import { reviewSweeps } from "#features/community/reviews/reviews.jobs.ts";
import { serviceRequestSweeps } from "#features/community/service-requests/service-requests.jobs.ts";
import { stockAlertSweeps } from "#features/community/stock-alerts/stock-alerts.jobs.ts";
import { makePublicationSweep } from "#features/content/publications.jobs.ts";
import { makeSearchRepair } from "#features/content/site-search/site-search.jobs.ts";
import { restSweeps } from "#features/idempotency/idempotency.jobs.ts";
import { makeArchiveSweeps } from "#features/identity/archive/archive.jobs.ts";
import { makeClosingSweeps } from "#features/identity/closing/closing.jobs.ts";
import { identitySweeps } from "#features/identity/identity.jobs.ts";
import { debtSweeps } from "#features/ledger/debts/debts.jobs.ts";
import { createReconciliationSweep } from "#features/ledger/reconciliation/reconciliation.jobs.ts";
import { sealSweep } from "#features/ledger/seals/seals.jobs.ts";
import { loyaltySweeps } from "#features/loyalty/loyalty.jobs.ts";
import { notificationSweeps } from "#features/notifications/notifications.jobs.ts";
import { earningSweeps } from "#features/partners/earnings/earnings.jobs.ts";
import { fineSweeps } from "#features/partners/fines/fines.jobs.ts";
import { partnerSweeps } from "#features/partners/partner-applications/partner-applications.jobs.ts";
import { priceSweeps } from "#features/partners/prices/prices.jobs.ts";
import { yieldSweeps } from "#features/partners/yield/yield.jobs.ts";
import { paymentSweeps } from "#features/payments/payments.jobs.ts";
import { withdrawalSweeps } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { makePricingSweeps } from "#features/pricing/pricing.jobs.ts";
import { readyAccountSweeps } from "#features/ready-accounts/ready-accounts.jobs.ts";
import { referralSweeps } from "#features/referrals/referrals.jobs.ts";
import { rentalSweeps } from "#features/rentals/rentals.jobs.ts";
import { sandboxSweeps } from "#features/sandbox/sandbox.jobs.ts";
import { statisticsSweeps } from "#features/statistics/statistics.jobs.ts";
import { storeSweeps } from "#features/stores/applications/store-applications.jobs.ts";
import { makeCodePolls } from "#features/supply/intake/codes.jobs.ts";
import { supplySweeps } from "#features/supply/supply.jobs.ts";
import { queueSweeps } from "#lib/jobs/queue.ts";
import { findChecks } from "#lib/tooling/database/checks.ts";

/** Everything that a worker looks for again and again. */
export const sweeps = [
  ...queueSweeps,
  ...identitySweeps,
  ...makeArchiveSweeps(archiveParts),
  ...makeClosingSweeps(closingParts),
  sealSweep,
  createReconciliationSweep(await findChecks()),
  ...supplySweeps,
  makeCodePolls(deliverSms),
  ...makePricingSweeps(makeOfferWaker()),
  ...debtSweeps,
  ...paymentSweeps,
  ...withdrawalSweeps,
  ...activationSweeps,
  ...rentalSweeps,
  ...readyAccountSweeps,
  ...notificationSweeps,
  ...statisticsSweeps,
  ...backOfficeSweeps,
  ...loyaltySweeps,
  ...referralSweeps,
  ...partnerSweeps,
  ...yieldSweeps,
  ...earningSweeps,
  ...fineSweeps,
  ...priceSweeps,
  ...storeSweeps,
  ...serviceRequestSweeps,
  ...stockAlertSweeps,
  makePublicationSweep(),
  makeSearchRepair(),
  ...feedbackSweeps,
  ...reviewSweeps,
  ...commentSweeps,
  ...sandboxSweeps,
  ...restSweeps,
];
