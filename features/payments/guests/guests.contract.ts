import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { beginErrors, ReturnPlace } from "#features/payments/payments.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const startGuestPaymentEndpoint = defineEndpoint({
  id: "startGuestPayment",
  method: "POST",
  path: "/payments/guest",
  summary: "Begin a payment before there is an account",
  description:
    "Registers the address as `POST /auth/registration` does: one e-mail has a link and a code. Whoever confirms the address, or signs " +
    "in where it has an account already, takes the money with `POST /payments/guest/claim`. What nobody takes within 14 days goes " +
    "back to its source. `request` is what the code of the mail counts with; null where the key has begun the payment before.",
  tag: "payments",
  access: "public",
  hashesPassword: { perNetwork: 0 },
  keyed: true,
  body: z.strictObject({
    email: z.string().min(1).max(320),
    method: z.string().regex(/^[a-z0-9-]{1,40}$/),
    amountKopecks: z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    service: ReturnPlace.shape.service,
    country: ReturnPlace.shape.country,
    /** Agreement to the privacy and cookie policy. */
    agreePrivacy: z.literal(true),
    /** Agreement to the public offer. */
    agreeOffer: z.literal(true),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 201,
  response: z.strictObject({
    id: z.number().int(),
    redirectUrl: z.string(),
    request: z.string().nullable(),
    resendSeconds: z.number().int().min(0),
  }),
  errors: [
    ...beginErrors,
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const claimGuestPaymentsEndpoint = defineEndpoint({
  id: "claimGuestPayments",
  method: "POST",
  path: "/payments/guest/claim",
  summary: "Take what was paid under the account's address before it was signed in",
  description: "As often as it is called, each payment is taken once. Answers the newest that was taken so.",
  tag: "payments",
  access: "session",
  response: z.strictObject({ paymentId: z.number().int().nullable() }),
  errors: [],
});
