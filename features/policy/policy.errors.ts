import type { SaleDecision } from "#features/policy/policy.rules.ts";
import { killSwitchReason, russiaReason } from "#features/policy/policy.rules.ts";
import { AppError, defineErrors } from "#lib/errors/app-error.ts";

export const policyErrors = defineErrors({
  NOT_FOR_SALE: { status: 403, messageKey: "policy.errors.notForSale", retryable: false },
  RUSSIAN_NUMBERS_UNAVAILABLE: {
    status: 403,
    messageKey: "policy.errors.russianNumbersUnavailable",
    retryable: false,
  },
  API_ONLY: { status: 403, messageKey: "policy.errors.apiOnly", retryable: false },
  SALES_STOPPED: { status: 503, messageKey: "policy.errors.salesStopped", retryable: true },
  BLOCK_NOT_FOUND: { status: 404, messageKey: "policy.errors.blockNotFound", retryable: false },
  BLOCK_ALREADY_LIFTED: { status: 409, messageKey: "policy.errors.blockAlreadyLifted", retryable: false },
  BLOCK_PERMANENT: { status: 409, messageKey: "policy.errors.blockPermanent", retryable: false },
});

/** The refusal that a buyer is told for a denied decision. Why staff blocked it stays with staff. */
export function saleRefusal(decision: Extract<SaleDecision, { allowed: false }>): AppError {
  if (decision.effect === "api_only") return new AppError(policyErrors.API_ONLY);
  if (decision.reasonCode === russiaReason) return new AppError(policyErrors.RUSSIAN_NUMBERS_UNAVAILABLE);
  if (decision.reasonCode === killSwitchReason) return new AppError(policyErrors.SALES_STOPPED);
  return new AppError(policyErrors.NOT_FOR_SALE);
}
