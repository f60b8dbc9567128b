import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { LoginAnswer } from "#features/identity/entering/entering.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { parseMailCode } from "#features/identity/mail-code.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const requestMailCodeEndpoint = defineEndpoint({
  id: "requestMailCode",
  method: "POST",
  path: "/auth/login/mail-code/request",
  tag: "identity",
  summary: "Ask for a code by mail to sign in with",
  description:
    "The answer is the same whether the address has an account or not. The code works once, for ten minutes, and only together " +
    "with the `request` that this call answers.",
  access: "public",
  body: z.strictObject({ email: z.string().min(1).max(320), captcha: CaptchaAnswer.optional() }),
  status: 202,
  response: z.object({
    status: z.literal("code-sent"),
    request: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  errors: [
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const loginByMailCodeEndpoint = defineEndpoint({
  id: "loginByMailCode",
  method: "POST",
  path: "/auth/login/mail-code",
  tag: "identity",
  summary: "Sign in with the code that was mailed; sets the authToken cookie",
  description:
    "Five wrong codes end the request. An account with a second factor gets `status: second-factor` and a `challenge` for " +
    "`POST /auth/login/second-factor` instead of a session, as after a password.",
  access: "public",
  body: z.strictObject({
    request: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    code: z
      .string()
      .max(40)
      .refine((text) => parseMailCode(text) !== null, "must be the eight digits of the mail"),
    bearer: z.boolean().optional(),
  }),
  response: LoginAnswer,
  errors: [
    identityErrors.MAIL_CODE_WRONG,
    identityErrors.MAIL_CODE_EXPIRED,
    identityErrors.ACCOUNT_SUSPENDED,
  ],
});
