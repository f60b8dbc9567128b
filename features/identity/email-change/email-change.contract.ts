import { z } from "zod";
import { KeyPassword } from "#features/identity/identity.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { LinkToken } from "#features/identity/registration/registration.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const startEmailChangeEndpoint = defineEndpoint({
  id: "startEmailChange",
  method: "POST",
  path: "/users/email",
  tag: "identity",
  summary: "Ask for another e-mail address; a code goes there",
  description:
    "The answer is the same where another account has the address; no code comes then. A newer wish ends the one before. The code works " +
    "for 30 minutes and five tries.",
  access: "session",
  stepUp: true,
  body: z.strictObject({ email: z.string().min(1).max(320), password: KeyPassword }),
  status: 202,
  response: z.strictObject({ status: z.literal("code-sent") }),
  errors: [
    identityErrors.INVALID_EMAIL,
    identityErrors.EMAIL_UNCHANGED,
    identityErrors.PASSWORD_WRONG,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const confirmEmailChangeEndpoint = defineEndpoint({
  id: "confirmEmailChange",
  method: "POST",
  path: "/users/email/confirm",
  tag: "identity",
  summary: "Confirm the new e-mail address with its code",
  description:
    "The old address is told, and can take the account back for 7 days. Until then no money leaves to a card or an address.",
  access: "session",
  body: z.strictObject({ code: z.string().min(1).max(40) }),
  response: z.strictObject({ status: z.literal("changed"), email: z.string() }),
  errors: [identityErrors.MAIL_CODE_WRONG, identityErrors.MAIL_CODE_EXPIRED, identityErrors.EMAIL_TAKEN],
});

export const takeEmailBackEndpoint = defineEndpoint({
  id: "takeEmailBack",
  method: "POST",
  path: "/auth/email-back",
  tag: "identity",
  summary: "Take an account back to its old e-mail address with the token of the mailed link",
  description:
    "Works once, for 7 days after the change, and undoes later changes with it. Ends every session, API key, webhook, passkey and linked " +
    "account, a second factor that was turned on since, and the password; withdrawals that wait are cancelled, and the account is no " +
    "longer being closed. A link for a new password is mailed to the old address.",
  access: "public",
  body: z.strictObject({ token: LinkToken }),
  response: z.strictObject({ status: z.literal("taken-back") }),
  errors: [identityErrors.LINK_INVALID, identityErrors.EMAIL_TAKEN, identityErrors.TOO_MANY_ATTEMPTS],
});
