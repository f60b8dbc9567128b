import { agreedPriceRoutes } from "#features/back-office/agreed-prices/agreed-prices.routes.ts";
import { apiOnlyRoutes } from "#features/back-office/api-only/api-only.routes.ts";
import { journalRoutes } from "#features/back-office/audit-log/audit-log.routes.ts";
import { deskClaimRoutes } from "#features/back-office/claims/claims.routes.ts";
import { deskCommentRoutes } from "#features/back-office/comments/desk-comments.routes.ts";
import { correctionRoutes } from "#features/back-office/corrections/corrections.routes.ts";
import { deskCouponRoutes } from "#features/back-office/coupons/coupons.routes.ts";
import { factorRemovalRoutes } from "#features/back-office/factor-removals/factor-removals.routes.ts";
import { deskFeedbackRoutes } from "#features/back-office/feedback/desk-feedback.routes.ts";
import { deskFineRoutes } from "#features/back-office/fines/fines.routes.ts";
import { flagRoutes } from "#features/back-office/flags/flags.routes.ts";
import { deskGoodsRoutes } from "#features/back-office/goods/goods.routes.ts";
import { deskAgentRoutes } from "#features/back-office/licences/desk-agents.routes.ts";
import { deskLicenceRoutes } from "#features/back-office/licences/desk-licences.routes.ts";
import { deskLimitRoutes } from "#features/back-office/limits/limits.routes.ts";
import { overviewRoutes } from "#features/back-office/overview/overview.routes.ts";
import { deskPartnerApplicationRoutes } from "#features/back-office/partner-applications/partner-applications.routes.ts";
import { deskPaymentRoutes } from "#features/back-office/payments/payments.routes.ts";
import { peopleRoutes } from "#features/back-office/people/people.routes.ts";
import { deskAccountClaimRoutes } from "#features/back-office/ready-accounts/account-claims.routes.ts";
import { accountTakedownRoutes } from "#features/back-office/ready-accounts/account-takedowns.routes.ts";
import { deskReadyAccountRoutes } from "#features/back-office/ready-accounts/desk-ready-accounts.routes.ts";
import { deskReconciliationRoutes } from "#features/back-office/reconciliation/reconciliation.routes.ts";
import { deskReviewRoutes } from "#features/back-office/reviews/desk-reviews.routes.ts";
import { deskSelfTestRoutes } from "#features/back-office/self-test/desk-self-tests.routes.ts";
import { deskServiceRequestRoutes } from "#features/back-office/service-requests/service-requests.routes.ts";
import { staffRoutes } from "#features/back-office/staff/staff.routes.ts";
import { deskStoreApplicationRoutes } from "#features/back-office/store-applications/desk-store-applications.routes.ts";
import { supplierHealthRoutes } from "#features/back-office/supplier-health/supplier-health.routes.ts";
import { deskSupplierRoutes } from "#features/back-office/suppliers/suppliers.routes.ts";
import { deskTransferRoutes } from "#features/back-office/transfers/transfers.routes.ts";
import { unknownWordRoutes } from "#features/back-office/unknown-words/unknown-words.routes.ts";
import { deskWithdrawalRoutes } from "#features/back-office/withdrawals/withdrawals.routes.ts";
import type { Route } from "#lib/api/route.ts";

/** Everything below /desk. */
export const backOfficeRoutes: readonly Route[] = [
  ...overviewRoutes,
  ...deskPaymentRoutes,
  ...deskWithdrawalRoutes,
  ...deskTransferRoutes,
  ...deskCouponRoutes,
  ...deskClaimRoutes,
  ...correctionRoutes,
  ...peopleRoutes,
  ...factorRemovalRoutes,
  ...deskLimitRoutes,
  ...deskGoodsRoutes,
  ...agreedPriceRoutes,
  ...apiOnlyRoutes,
  ...flagRoutes,
  ...deskFeedbackRoutes,
  ...deskReviewRoutes,
  ...deskCommentRoutes,
  ...deskServiceRequestRoutes,
  ...unknownWordRoutes,
  ...deskSupplierRoutes,
  ...deskPartnerApplicationRoutes,
  ...deskStoreApplicationRoutes,
  ...deskFineRoutes,
  ...supplierHealthRoutes,
  ...deskSelfTestRoutes,
  ...staffRoutes,
  ...journalRoutes,
  ...deskReconciliationRoutes,
  ...deskReadyAccountRoutes,
  ...deskAccountClaimRoutes,
  ...accountTakedownRoutes,
  ...deskLicenceRoutes,
  ...deskAgentRoutes,
];
