import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARACTERS * 2);
/** Six digits, or one of the backup codes. */
const Code = z.string().trim().min(6).max(40);
const codeErrors = [identityErrors.SECOND_FACTOR_WRONG, identityErrors.SECOND_FACTOR_LOCKED] as const;
const passwordErrors = [identityErrors.PASSWORD_WRONG, identityErrors.TOO_MANY_ATTEMPTS] as const;

export const SecondFactorView = z.strictObject({
  isEnabled: z.boolean(),
  enabledAt: z.iso.datetime().nullable(),
  backupCodesLeft: z.number().int(),
  /** When the recovery that waits removes it; null where none waits. */
  recoveryEndsAt: z.iso.datetime().nullable(),
});
export type SecondFactorView = z.infer<typeof SecondFactorView>;

/** Codes that are shown this once, and the session's new token for callers by bearer token. */
const BackupCodes = z.strictObject({ backupCodes: z.array(z.string()), token: z.string().optional() });

export const finishLoginEndpoint = defineEndpoint({
  id: "finishLogin",
  method: "POST",
  path: "/auth/login/second-factor",
  tag: "identity",
  summary: "Second step of a login: the code",
  description:
    "Takes the `challenge` that `POST /auth/login` answered and the code of the authenticator application, or a backup code. " +
    "Five wrong codes in a row close the second factor for 15 minutes. Each code works once.",
  access: "public",
  body: z.strictObject({
    challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    code: Code,
    bearer: z.boolean().optional(),
  }),
  response: z.object({
    status: z.literal("signed-in"),
    expiresAt: z.iso.datetime(),
    token: z.string().optional(),
  }),
  errors: [...codeErrors, identityErrors.CHALLENGE_EXPIRED, identityErrors.ACCOUNT_SUSPENDED],
});

export const getSecondFactorEndpoint = defineEndpoint({
  id: "getSecondFactor",
  method: "GET",
  path: "/auth/second-factor",
  tag: "identity",
  summary: "Whether the second factor is on",
  access: "session",
  response: SecondFactorView,
  errors: [],
});

export const setUpSecondFactorEndpoint = defineEndpoint({
  id: "setUpSecondFactor",
  method: "POST",
  path: "/auth/second-factor/setup",
  tag: "identity",
  summary: "A new seed for an authenticator application; it counts once its first code was entered",
  access: "session",
  status: 201,
  body: z.strictObject({ password: Password }),
  response: z.strictObject({
    seed: z.string().regex(/^[A-Z2-7]{32}$/),
    uri: z.string(),
    /** The same as a QR code, for an img element. */
    picture: z.string(),
  }),
  errors: [identityErrors.SECOND_FACTOR_ON, ...passwordErrors],
});

export const enableSecondFactorEndpoint = defineEndpoint({
  id: "enableSecondFactor",
  method: "POST",
  path: "/auth/second-factor/enable",
  tag: "identity",
  summary: "Turn the second factor on with its first code; other sessions end, this one gets a new token",
  access: "session",
  body: z.strictObject({ code: Code }),
  response: BackupCodes,
  errors: [
    identityErrors.SECOND_FACTOR_ON,
    identityErrors.SECOND_FACTOR_OFF,
    identityErrors.TOO_MANY_ADDED,
    ...codeErrors,
  ],
});

export const disableSecondFactorEndpoint = defineEndpoint({
  id: "disableSecondFactor",
  method: "POST",
  path: "/auth/second-factor/disable",
  tag: "identity",
  summary: "Turn the second factor off; other sessions end, this one gets a new token",
  access: "session",
  body: z.strictObject({ password: Password, code: Code }),
  response: z.strictObject({ status: z.literal("disabled"), token: z.string().optional() }),
  errors: [identityErrors.SECOND_FACTOR_OFF, ...codeErrors, ...passwordErrors],
});

export const renewBackupCodesEndpoint = defineEndpoint({
  id: "renewBackupCodes",
  method: "POST",
  path: "/auth/second-factor/backup-codes",
  tag: "identity",
  summary: "Ten new backup codes; the old ones end",
  access: "session",
  body: z.strictObject({ password: Password, code: Code }),
  response: BackupCodes,
  errors: [identityErrors.SECOND_FACTOR_OFF, ...codeErrors, ...passwordErrors],
});

export const stepUpEndpoint = defineEndpoint({
  id: "stepUp",
  method: "POST",
  path: "/auth/second-factor/step-up",
  tag: "identity",
  summary: "Show the second factor again, for what needs it fresh",
  access: "session",
  body: z.strictObject({ code: Code }),
  response: z.strictObject({ status: z.literal("shown") }),
  errors: [identityErrors.SECOND_FACTOR_OFF, ...codeErrors],
});
