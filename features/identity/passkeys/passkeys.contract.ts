import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { PASSKEY_NAME_MAX } from "#features/identity/passkeys/passkeys.rules.ts";
import { PASSWORD_MAX_CHARACTERS } from "#features/identity/passwords.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const base64Url = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .regex(/^[A-Za-z0-9_-]+$/);
const Password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX_CHARACTERS * 2);
const Name = z
  .string()
  .trim()
  .max(PASSKEY_NAME_MAX)
  .refine((text) => cleanName(text, "") !== "");
const PasskeyId = z.object({ passkeyId: Id });
const Challenge = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Whatever browsers tell beside it is theirs: they add members every year. */
const credential = {
  id: base64Url(1_400),
  rawId: base64Url(1_400),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.string().max(30).nullish(),
};

/** The browser's answer to a request to make a passkey (RegistrationResponseJSON of WebAuthn). */
export const NewPasskey = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: base64Url(8_000),
    attestationObject: base64Url(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type NewPasskey = z.output<typeof NewPasskey>;

/** The browser's answer to a request to show a passkey (AuthenticationResponseJSON of WebAuthn). */
export const ShownPasskey = z.looseObject({
  ...credential,
  response: z.looseObject({
    clientDataJSON: base64Url(8_000),
    authenticatorData: base64Url(4_000),
    signature: base64Url(8_000),
    userHandle: base64Url(200).nullish(),
  }),
});
export type ShownPasskey = z.output<typeof ShownPasskey>;

/** What the browser is handed as it is: options of WebAuthn in their JSON form. */
const Options = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const PasskeyView = z.object({
  id: z.number().int(),
  name: z.string(),
  /** A password manager keeps it beside the device. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.output<typeof PasskeyView>;

export const listPasskeysEndpoint = defineEndpoint({
  id: "listPasskeys",
  method: "GET",
  path: "/auth/passkeys",
  tag: "identity",
  summary: "The passkeys of this account, newest first",
  access: "session",
  response: z.object({ passkeys: z.array(PasskeyView) }),
  errors: [],
});

export const beginPasskeyEndpoint = defineEndpoint({
  id: "beginPasskey",
  method: "POST",
  path: "/auth/passkeys/options",
  tag: "identity",
  summary: "What the browser needs to make a passkey for this account",
  access: "session",
  stepUp: true,
  body: z.strictObject({ password: Password }),
  response: Options,
  errors: [
    identityErrors.PASSWORD_WRONG,
    identityErrors.TOO_MANY_ATTEMPTS,
    identityErrors.PASSKEY_LIMIT_REACHED,
  ],
});

export const addPasskeyEndpoint = defineEndpoint({
  id: "addPasskey",
  method: "POST",
  path: "/auth/passkeys",
  tag: "identity",
  summary: "Add the passkey that the browser has made; the owner is told by e-mail",
  access: "session",
  stepUp: true,
  status: 201,
  body: z.strictObject({ name: Name, passkey: NewPasskey }),
  response: PasskeyView,
  errors: [
    identityErrors.PASSKEY_REFUSED,
    identityErrors.PASSKEY_EXPIRED,
    identityErrors.PASSKEY_LIMIT_REACHED,
    identityErrors.TOO_MANY_ADDED,
  ],
});

export const renamePasskeyEndpoint = defineEndpoint({
  id: "renamePasskey",
  method: "PUT",
  path: "/auth/passkeys/{passkeyId}",
  tag: "identity",
  summary: "Give a passkey another name",
  access: "session",
  params: PasskeyId,
  body: z.strictObject({ name: Name }),
  response: PasskeyView,
  errors: [identityErrors.PASSKEY_NOT_FOUND],
});

export const removePasskeyEndpoint = defineEndpoint({
  id: "removePasskey",
  method: "POST",
  path: "/auth/passkeys/{passkeyId}/remove",
  tag: "identity",
  summary: "Remove a passkey; the owner is told by e-mail",
  access: "session",
  stepUp: true,
  params: PasskeyId,
  body: z.strictObject({ password: Password }),
  response: z.object({ status: z.literal("removed") }),
  errors: [identityErrors.PASSKEY_NOT_FOUND, identityErrors.PASSWORD_WRONG, identityErrors.TOO_MANY_ATTEMPTS],
});

const SignedIn = z.object({
  status: z.literal("signed-in"),
  expiresAt: z.iso.datetime(),
  token: z.string().optional(),
});

export const passkeyLoginOptionsEndpoint = defineEndpoint({
  id: "passkeyLoginOptions",
  method: "POST",
  path: "/auth/login/passkey/options",
  tag: "identity",
  summary: "What the browser needs to sign in with a passkey; nobody is named",
  access: "public",
  response: Options,
  errors: [identityErrors.TOO_MANY_ATTEMPTS],
});

export const passkeyLoginEndpoint = defineEndpoint({
  id: "passkeyLogin",
  method: "POST",
  path: "/auth/login/passkey",
  tag: "identity",
  summary: "Sign in with a passkey; sets the authToken cookie",
  description: "The passkey has asked for a finger, a face or a PIN, so it counts as the second factor too.",
  access: "public",
  body: z.strictObject({ passkey: ShownPasskey, bearer: z.boolean().optional() }),
  response: SignedIn,
  errors: [identityErrors.PASSKEY_REFUSED, identityErrors.PASSKEY_EXPIRED, identityErrors.ACCOUNT_SUSPENDED],
});

export const passkeySecondFactorOptionsEndpoint = defineEndpoint({
  id: "passkeySecondFactorOptions",
  method: "POST",
  path: "/auth/login/second-factor/passkey/options",
  tag: "identity",
  summary: "What the browser needs to show a passkey in place of the code",
  access: "public",
  body: z.strictObject({ challenge: Challenge }),
  response: Options,
  errors: [identityErrors.CHALLENGE_EXPIRED, identityErrors.PASSKEY_NOT_FOUND],
});

export const passkeySecondFactorEndpoint = defineEndpoint({
  id: "passkeySecondFactor",
  method: "POST",
  path: "/auth/login/second-factor/passkey",
  tag: "identity",
  summary: "Second step of a login: a passkey in place of the code",
  access: "public",
  body: z.strictObject({ challenge: Challenge, passkey: ShownPasskey, bearer: z.boolean().optional() }),
  response: SignedIn,
  errors: [
    identityErrors.CHALLENGE_EXPIRED,
    identityErrors.PASSKEY_REFUSED,
    identityErrors.PASSKEY_EXPIRED,
    identityErrors.ACCOUNT_SUSPENDED,
  ],
});

export const passkeyStepUpOptionsEndpoint = defineEndpoint({
  id: "passkeyStepUpOptions",
  method: "POST",
  path: "/auth/second-factor/step-up/passkey/options",
  tag: "identity",
  summary: "What the browser needs to show a passkey again",
  access: "session",
  response: Options,
  errors: [identityErrors.PASSKEY_NOT_FOUND],
});

export const passkeyStepUpEndpoint = defineEndpoint({
  id: "passkeyStepUp",
  method: "POST",
  path: "/auth/second-factor/step-up/passkey",
  tag: "identity",
  summary: "Show a passkey again, for what needs a fresh second factor",
  access: "session",
  body: z.strictObject({ passkey: ShownPasskey }),
  response: z.strictObject({ status: z.literal("shown") }),
  errors: [identityErrors.PASSKEY_REFUSED, identityErrors.PASSKEY_EXPIRED],
});
