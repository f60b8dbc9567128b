import { z } from "zod";
import { CaptchaAnswer } from "#features/identity/captcha/captcha.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { LinkToken, ReturnPath } from "#features/identity/registration/registration.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const NewPassword = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARACTERS * 2);

export const requestPassword = defineEndpoint({
  id: "requestPassword",
  method: "POST",
  path: "/auth/request-password",
  tag: "identity",
  summary: "Ask for a link to set a new password",
  description:
    "The answer is the same whether the address has an account or not. The link works once, for 60 minutes.",
  access: "public",
  body: z.strictObject({
    email: z.string().min(1).max(320),
    captcha: CaptchaAnswer.optional(),
    /** Where the visitor was; the answer to the new password gives it back. */
    returnPath: ReturnPath.optional(),
  }),
  status: 202,
  response: z.object({ status: z.literal("link-sent") }),
  errors: [
    identityErrors.INVALID_EMAIL,
    identityErrors.CAPTCHA_REQUIRED,
    identityErrors.CAPTCHA_FAILED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const resetPassword = defineEndpoint({
  id: "resetPassword",
  method: "POST",
  path: "/auth/reset-password",
  tag: "identity",
  summary: "Set a new password with the token of the mailed link",
  description: "Every session, passkey and linked account ends with it; API keys and webhooks keep working.",
  access: "public",
  body: z.strictObject({ token: LinkToken, password: NewPassword }),
  response: z.object({
    status: z.literal("password-changed"),
    /** Where the request for the link was made, without a language; null = nowhere special. */
    returnPath: z.string().nullable(),
  }),
  errors: [
    identityErrors.LINK_INVALID,
    identityErrors.PASSWORD_TOO_SHORT,
    identityErrors.PASSWORD_TOO_COMMON,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const changePassword = defineEndpoint({
  id: "changePassword",
  method: "PUT",
  path: "/users/password",
  tag: "identity",
  summary: "Change the password; every other session ends, and what is asked for",
  access: "session",
  body: z.strictObject({
    currentPassword: NewPassword,
    password: NewPassword,
    /** Ends all API keys with it. */
    endKeys: z.boolean().default(false),
    /** Turns all webhooks off with it. */
    endWebhooks: z.boolean().default(false),
    /** Removes all passkeys and linked accounts with it. Needs a fresh second factor where there is one, as removing one does. */
    endPasskeysAndLinks: z.boolean().default(false),
  }),
  response: z.object({ status: z.literal("password-changed") }),
  errors: [
    identityErrors.PASSWORD_WRONG,
    apiErrors.STEP_UP_NEEDED,
    identityErrors.PASSWORD_TOO_SHORT,
    identityErrors.PASSWORD_TOO_COMMON,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
