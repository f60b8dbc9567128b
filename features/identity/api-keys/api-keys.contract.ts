import { z } from "zod";
import { keyLimits, typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { KeyPassword } from "#features/identity/identity.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { keyScopes } from "#lib/api/actor.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const instant = z.iso.datetime();
const Kopecks = z.number().int().positive().max(1_000_000_000_000);
const Ids = (max: number) => z.array(z.number().int().min(0).max(1_000_000)).min(1).max(max);

/** A key as its owner sees it; the key itself is shown once, when it is made. */
export const ApiKeyView = z.strictObject({
  id: z.number().int(),
  /** `legacy`: the 32 characters of the bots' protocol. `sandbox`: never moves money. */
  kind: z.enum(["legacy", "live", "sandbox"]),
  name: z.string(),
  /** Its first characters and dots. */
  masked: z.string(),
  scopes: z.array(z.enum(keyScopes)),
  dailyLimitKopecks: Kopecks.nullable(),
  priceCapKopecks: Kopecks.nullable(),
  serviceIds: z.array(z.number().int()).nullable(),
  countryIds: z.array(z.number().int()).nullable(),
  networks: z.array(z.string()).nullable(),
  /** How handler_api.php answers its calls that name no `types`. */
  types: z.enum(typesNames),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
  isReplaced: z.boolean(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

/** The same in the owner's settings, with how often it called and what: by the hour and by the day, without the newest seconds. */
export const OwnKeyView = ApiKeyView.extend({
  calls: z.strictObject({ lastDay: z.number().int(), last30Days: z.number().int() }),
  /** Of the last 30 days, the most frequent first: actions of handler_api.php by their word, all others by method and path. */
  callsByName: z.array(z.strictObject({ call: z.string(), calls: z.number().int() })),
});
export type OwnKeyView = z.infer<typeof OwnKeyView>;

/** What the owner decides; null = no limit, all of them, for ever. */
const Input = {
  name: z.string().trim().min(1).max(keyLimits.nameCharacters),
  scopes: z.array(z.enum(keyScopes)).min(1).max(keyScopes.length),
  dailyLimitKopecks: Kopecks.nullable().default(null),
  priceCapKopecks: Kopecks.nullable().default(null),
  serviceIds: Ids(200).nullable().default(null),
  countryIds: Ids(300).nullable().default(null),
  networks: z.array(z.string().trim().min(2).max(50)).min(1).max(50).nullable().default(null),
  types: z.enum(typesNames).default("standard"),
  expiresAt: instant.nullable().default(null),
};

const proofErrors = [
  identityErrors.PASSWORD_WRONG,
  identityErrors.TOO_MANY_ATTEMPTS,
  apiErrors.STEP_UP_NEEDED,
] as const;

const KeyId = z.object({
  keyId: Id,
});
const Told = z.strictObject({ id: z.number().int(), key: z.string() });

export const listKeysEndpoint = defineEndpoint({
  id: "listApiKeys",
  method: "GET",
  path: "/users/api-keys",
  tag: "keys",
  summary: "The own API keys that work",
  access: "session",
  response: z.array(OwnKeyView),
  errors: [],
});

export const createKeyEndpoint = defineEndpoint({
  id: "createNamedApiKey",
  method: "POST",
  path: "/users/api-keys",
  tag: "keys",
  summary: "Make a named API key; it is shown this once",
  access: "session",
  body: z.strictObject({
    kind: z.enum(["live", "sandbox"]).default("live"),
    password: KeyPassword.optional(),
    ...Input,
  }),
  status: 201,
  response: Told,
  errors: [
    identityErrors.KEY_LIMIT_REACHED,
    identityErrors.NETWORK_INVALID,
    identityErrors.KEY_EXPIRES_IN_PAST,
    identityErrors.TOO_MANY_ADDED,
    ...proofErrors,
  ],
});

export const changeKeyEndpoint = defineEndpoint({
  id: "changeApiKey",
  method: "PUT",
  path: "/users/api-keys/{keyId}",
  tag: "keys",
  summary: "Decide anew what a key may do",
  access: "session",
  params: KeyId,
  body: z.strictObject({ password: KeyPassword.optional(), ...Input }),
  response: z.strictObject({ status: z.literal("changed") }),
  errors: [
    identityErrors.KEY_NOT_FOUND,
    identityErrors.NETWORK_INVALID,
    identityErrors.KEY_EXPIRES_IN_PAST,
    ...proofErrors,
  ],
});

export const rotateKeyEndpoint = defineEndpoint({
  id: "rotateNamedApiKey",
  method: "POST",
  path: "/users/api-keys/{keyId}/rotate",
  tag: "keys",
  summary: "Replace a key; the old one goes on for the hours named",
  access: "session",
  params: KeyId,
  body: z.strictObject({
    password: KeyPassword.optional(),
    overlapHours: z
      .number()
      .int()
      .min(0)
      .max(keyLimits.overlapHoursMax)
      .default(keyLimits.overlapHoursDefault),
  }),
  status: 201,
  response: Told,
  errors: [identityErrors.KEY_NOT_FOUND, identityErrors.TOO_MANY_ADDED, ...proofErrors],
});

export const endKeyEndpoint = defineEndpoint({
  id: "endApiKey",
  method: "DELETE",
  path: "/users/api-keys/{keyId}",
  tag: "keys",
  summary: "End a key at once",
  access: "session",
  params: KeyId,
  response: z.strictObject({ status: z.literal("ended") }),
  errors: [identityErrors.KEY_NOT_FOUND],
});
