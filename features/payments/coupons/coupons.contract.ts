import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import { ReturnPlace } from "#features/payments/payments.contract.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const redeemCouponEndpoint = defineEndpoint({
  id: "redeemCoupon",
  method: "POST",
  path: "/payments/coupons",
  summary: "Top up with a coupon code",
  description:
    "The code may be written in any case, with or without dashes. It credits at once. " +
    "Wrong codes are counted: after some of them the pauses grow (429).",
  tag: "payments",
  access: "session",
  keyed: true,
  body: z.strictObject({ code: z.string().max(100), ...ReturnPlace.shape }),
  status: 201,
  response: z.strictObject({ id: z.number().int(), amountKopecks: z.number().int().positive() }),
  errors: [
    couponErrors.COUPON_NOT_FOUND,
    couponErrors.PAYMENT_CODE_INCORRECT,
    paymentErrors.METHOD_NOT_FOUND,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
