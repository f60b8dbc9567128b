import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { safeReturnPath } from "#features/identity/identity.rules.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const captchaErrors = [
  identityErrors.CAPTCHA_REQUIRED,
  identityErrors.CAPTCHA_FAILED,
  identityErrors.TOO_MANY_ATTEMPTS,
];

/** Seconds after which the same mail may be asked for again by this browser; 0 = now. */
const ResendSeconds = z.number().int().min(0);

/** The token of a mailed link. */
export const LinkToken = z.string().min(1).max(200);

/** Where somebody goes on after the way through mail and sign-in: path and query of a page of ours. */
export const ReturnPath = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => safeReturnPath(text) !== null, "must be the path of a page of this site");

export const register = defineEndpoint({
  id: "register",
  method: "POST",
  path: "/auth/registration",
  tag: "identity",
  summary: "Register; a link or a code in one e-mail confirms the address",
  description:
    "The link works for 24 hours; in the browser that registered it signs in, too. The code works once, for ten minutes, with the " +
    "`request` of this answer: `POST /auth/login/mail-code` confirms the address and signs in. Without a password the account has " +
    "none until one is set by a link that is asked for (`POST /auth/request-password`). The answer is the same when the address " +
    "has an account already; its owner is told by e-mail.",
  access: "public",
  hashesPassword: { perNetwork: 0 },
  body: z.strictObject({
    email: z.string().min(1).max(320),
    name: z.string().max(200).optional(),
    password: z
      .string()
      .min(1)
      .max(PASSWORD_MAX_CHARACTERS * 2)
      .optional(),
    /** Agreement to the privacy and cookie policy. */
    agreePrivacy: z.literal(true),
    /** Agreement to the public offer. */
    agreeOffer: z.literal(true),
    /** Where the newcomer was; the answer to the confirmation gives it back. */
    returnPath: ReturnPath.optional(),
    captcha: CaptchaAnswer.optional(),
  }),
  status: 202,
  response: z.object({
    status: z.literal("confirmation-sent"),
    /** What the code of the mail counts with. */
    request: z.string(),
    resendSeconds: ResendSeconds,
  }),
  errors: [
    identityErrors.INVALID_EMAIL,
    identityErrors.PASSWORD_TOO_SHORT,
    identityErrors.PASSWORD_TOO_COMMON,
    ...captchaErrors,
  ],
});

export const confirmEmail = defineEndpoint({
  id: "confirmEmail",
  method: "POST",
  path: "/auth/confirm-email",
  tag: "identity",
  summary:
    "Confirm an address with the token of the mailed link; sets the authToken cookie in the browser that registered",
  access: "public",
  body: z.strictObject({ token: LinkToken }),
  response: z.object({
    status: z.literal("confirmed"),
    /** Where the registration began, without a language; null = nowhere special. */
    returnPath: z.string().nullable(),
    /** The link was opened in the browser that registered, which is signed in now. */
    isSignedIn: z.boolean(),
  }),
  errors: [identityErrors.LINK_INVALID, identityErrors.TOO_MANY_ATTEMPTS],
});

export const resendConfirmation = defineEndpoint({
  id: "resendConfirmation",
  method: "POST",
  path: "/auth/resend-confirmation",
  tag: "identity",
  summary: "Send the confirmation link and code again; the earlier ones end",
  access: "public",
  body: z.strictObject({ email: z.string().min(1).max(320), captcha: CaptchaAnswer.optional() }),
  status: 202,
  response: z.object({ status: z.literal("confirmation-sent"), resendSeconds: ResendSeconds }),
  errors: [identityErrors.INVALID_EMAIL, ...captchaErrors],
});
