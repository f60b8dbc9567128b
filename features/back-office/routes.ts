import { correctionRoutes } from "#features/back-office/corrections/routes.ts";
import { flagRoutes } from "#features/back-office/flags/routes.ts";
import { journalRoutes } from "#features/back-office/journal/routes.ts";
import { deskLimitRoutes } from "#features/back-office/limits/routes.ts";
import { overviewRoutes } from "#features/back-office/overview/routes.ts";
import { deskPaymentRoutes } from "#features/back-office/payments/routes.ts";
import { payoutRoutes } from "#features/back-office/payouts/routes.ts";
import { peopleRoutes } from "#features/back-office/people/routes.ts";
import { receiptRoutes } from "#features/back-office/receipts/routes.ts";
import { deskReconciliationRoutes } from "#features/back-office/reconciliation/routes.ts";
import { staffRoutes } from "#features/back-office/staff/routes.ts";
import type { Route } from "#lib/api/route.ts";

/** Everything below /desk. */
export const backOfficeRoutes: readonly Route[] = [
  ...overviewRoutes,
  ...deskPaymentRoutes,
  ...payoutRoutes,
  ...receiptRoutes,
  ...correctionRoutes,
  ...peopleRoutes,
  ...deskLimitRoutes,
  ...flagRoutes,
  ...staffRoutes,
  ...journalRoutes,
  ...deskReconciliationRoutes,
];
