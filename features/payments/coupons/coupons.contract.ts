import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import { ReturnPlace } from "#features/payments/payments.contract.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

export const redeemCouponEndpoint = defineEndpoint({
  id: "redeemCoupon",
  method: "POST",
  path: "/payments/coupons",
  summary: "Top up with a coupon code",
  description:
    "Needs the header `Idempotency-Key`. The code may be written in any case, with or without dashes. It credits at once; the " +
    "same key answers the same payment again. Wrong codes are counted: after some of them the pauses grow (429).",
  tag: "payments",
  access: "session",
  body: z.strictObject({ code: z.string().max(100), ...ReturnPlace.shape }),
  status: 201,
  response: z.strictObject({ id: z.number().int(), amountKopecks: z.number().int().positive() }),
  errors: [
    couponErrors.COUPON_NOT_FOUND,
    couponErrors.PAYMENT_CODE_INCORRECT,
    paymentErrors.METHOD_NOT_FOUND,
    identityErrors.TOO_MANY_ATTEMPTS,
    apiErrors.IDEMPOTENCY_MISMATCH,
  ],
});
