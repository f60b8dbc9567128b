import { redeemCouponEndpoint } from "#features/payments/coupons/coupons.contract.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import { couponProvider } from "#features/payments/methods.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Routes of the coupons, where `providers` has them. */
export function createCouponRoutes(providers: { has(provider: string): boolean }): Route[] {
  return [
    route(redeemCouponEndpoint, async ({ db, actor, body, idempotencyKey, ip }) => {
      if (!providers.has(couponProvider)) throw new AppError(paymentErrors.METHOD_NOT_FOUND);
      const { code, ...context } = body;
      const redeemed = await redeemCoupon(db, {
        userId: actor.userId,
        code,
        context,
        idempotencyKey,
        ip,
      });
      return reply(
        { id: redeemed.paymentId, amountKopecks: redeemed.amountKopecks },
        { headers: replayHeader(redeemed.replayed) },
      );
    }),
  ];
}
