import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { parseMailCode } from "#features/identity/mail-code.rules.ts";
import { LinkToken } from "#features/identity/registration/registration.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const askErrors = [
  identityErrors.CHALLENGE_EXPIRED,
  identityErrors.RECOVERY_NOT_OFFERED,
  identityErrors.ACCOUNT_SUSPENDED,
  identityErrors.TOO_MANY_ATTEMPTS,
] as const;

export const mailRecoveryCodeEndpoint = defineEndpoint({
  id: "mailRecoveryCode",
  method: "POST",
  path: "/auth/login/second-factor/recovery/code",
  tag: "identity",
  summary: "Ask for the mailed code that a recovery of the second factor takes",
  description:
    "Takes the `challenge` that `POST /auth/login` answered to a password. An earlier code of the same challenge ends. Members of the " +
    "staff are not offered a recovery.",
  access: "public",
  body: z.strictObject({ challenge: Challenge }),
  status: 202,
  response: z.strictObject({ status: z.literal("code-sent") }),
  errors: askErrors,
});

export const recoverFactorEndpoint = defineEndpoint({
  id: "recoverSecondFactor",
  method: "POST",
  path: "/auth/login/second-factor/recovery",
  tag: "identity",
  summary: "Log in without the second factor: announced first, possible after days",
  description:
    "The first call begins a recovery: it is told to the account's address and to its open browsers, again after three and six days, and " +
    "whoever has the second factor or an open session can cancel it. Calls before its end answer that end and change nothing. A call " +
    "within seven days after the end removes the second factor, ends all sessions, API keys and webhooks, cancels withdrawals that wait, " +
    "and signs in. Each call takes a fresh login with the password and a fresh code.",
  access: "public",
  body: z.strictObject({
    challenge: Challenge,
    code: z
      .string()
      .max(40)
      .refine((text) => parseMailCode(text) !== null, "must be the eight digits of the mail"),
    bearer: z.boolean().optional(),
  }),
  response: z.discriminatedUnion("status", [
    z.object({ status: z.literal("waiting"), endsAt: z.iso.datetime() }),
    z.object({
      status: z.literal("signed-in"),
      expiresAt: z.iso.datetime(),
      token: z.string().optional(),
    }),
  ]),
  errors: [...askErrors, identityErrors.MAIL_CODE_WRONG, identityErrors.MAIL_CODE_EXPIRED],
});

export const cancelRecoveryEndpoint = defineEndpoint({
  id: "cancelFactorRecovery",
  method: "DELETE",
  path: "/auth/second-factor/recovery",
  tag: "identity",
  summary: "Cancel the recovery of the second factor that waits",
  access: "session",
  response: z.strictObject({ status: z.literal("cancelled") }),
  errors: [identityErrors.RECOVERY_NOT_FOUND],
});

export const cancelRecoveryByLinkEndpoint = defineEndpoint({
  id: "cancelFactorRecoveryByLink",
  method: "POST",
  path: "/auth/cancel-recovery",
  tag: "identity",
  summary: "Cancel the recovery of the second factor with the token of a mailed link",
  access: "public",
  body: z.strictObject({ token: LinkToken }),
  response: z.strictObject({ status: z.literal("cancelled") }),
  errors: [identityErrors.LINK_INVALID, identityErrors.TOO_MANY_ATTEMPTS],
});
