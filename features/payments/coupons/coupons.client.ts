import { postOnce } from "#features/payments/payments.client.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";

/** Redeems a coupon code as it was typed. Throws ApiProblem. */
export function redeemCode(
  code: string,
  context: ReturnContext,
): Promise<{ id: number; amountKopecks: number }> {
  return postOnce("coupon", "payments/coupons", { code, ...context });
}
