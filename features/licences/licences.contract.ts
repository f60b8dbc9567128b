import { z } from "zod";
import { agentCodePattern } from "#features/licences/agents/agents.rules.ts";
import { deviceLimits } from "#features/licences/device-limits.rules.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import { licencePage, licenceStates, tokenMost } from "#features/licences/licences.rules.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { cursorQuery } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const instant = z.iso.datetime();
const count = z.number().int();
const kopeckAmount = z.number().int();

/** What can be downloaded of a product; where it lies is told by the download alone. */
const LicenceVersion = z.strictObject({
  id: count,
  version: z.string(),
  notes: z.string(),
  /** Of the file, in small hex digits. */
  sha256: z.string(),
  publishedAt: instant,
});
export type LicenceVersion = z.infer<typeof LicenceVersion>;

const LicenceProduct = z.strictObject({
  id: count,
  /** Keys name the product by it. */
  code: z.string(),
  name: z.string(),
  softwareType: z.string(),
  /** Plain text. */
  description: z.string(),
  /** Of one term. */
  priceKopecks: kopeckAmount,
  /** Null = for ever. */
  termDays: count.nullable(),
  deviceLimit: count,
  /** Newest first. */
  versions: z.array(LicenceVersion),
});
export type LicenceProduct = z.infer<typeof LicenceProduct>;

/** A device that a licence runs on. */
const LicenceDevice = z.strictObject({
  id: count,
  /** As its program has named it; null = not at all. */
  name: z.string().nullable(),
  activatedAt: instant,
  /** When it last asked. */
  seenAt: instant,
});
export type LicenceDevice = z.infer<typeof LicenceDevice>;

/** A licence as its owner sees it. */
const Licence = z.strictObject({
  id: count,
  /** Keys call it by this (`jti`). */
  uid: z.string(),
  state: z.enum(licenceStates),
  product: z.strictObject({
    id: count,
    code: z.string(),
    name: z.string(),
    softwareType: z.string(),
  }),
  /** What the program asks for: a signed text that it can check by itself. Null once the licence is revoked. */
  key: z.string().nullable(),
  deviceLimit: count,
  /** What all of it cost so far. */
  paidKopecks: kopeckAmount,
  boughtAt: instant,
  /** Null = for ever. */
  validUntil: instant.nullable(),
  /** What another term costs now; null where it is good for ever, revoked, or not on sale any more. */
  renewal: z.strictObject({ priceKopecks: kopeckAmount, termDays: count.nullable() }).nullable(),
  /** Why it was revoked. */
  revokeReason: z.string().nullable(),
  devices: z.array(LicenceDevice),
  versions: z.array(LicenceVersion),
});
export type Licence = z.infer<typeof Licence>;

/** What a program is told about a key. */
const LicenceStanding = z.strictObject({
  /** `unknown`: we have not signed it. */
  state: z.enum([...licenceStates, "unknown"]),
  /** The product's code. */
  product: z.string().nullable(),
  /** Null = for ever, or unknown. */
  validUntil: instant.nullable(),
  deviceLimit: count.nullable(),
  deviceCount: count.nullable(),
  /** The device that was named has a place. */
  isActivated: z.boolean(),
  /** The newest key of the licence, while it is good: a renewal comes by itself. */
  key: z.string().nullable(),
  /** Lets the device run without asking, until its `exp`; null where it has no place. */
  deviceToken: z.string().nullable(),
});
export type LicenceStanding = z.infer<typeof LicenceStanding>;

/** Highest price that the buyer agrees to. */
const maxPriceKopecks = z
  .number()
  .int()
  .min(0)
  .max(1_000_000_000_000)
  .transform(kopecks)
  .nullable()
  .default(null);

const tag = "licences";
const saleErrors = [
  licenceErrors.NO_BALANCE,
  licenceErrors.WRONG_MAX_PRICE,
  policyErrors.NOT_FOR_SALE,
  policyErrors.SALES_STOPPED,
];

export const listLicenceProductsEndpoint = defineEndpoint({
  id: "listLicenceProducts",
  method: "GET",
  path: "/licences/products",
  summary: "Software whose licences are on sale, by name",
  tag,
  access: "public",
  response: z.array(LicenceProduct),
  errors: [],
});

export const listLicenceKeysEndpoint = defineEndpoint({
  id: "listLicenceKeys",
  method: "GET",
  path: "/licences/keys",
  summary: "Public keys that licence keys are checked with (JWK Set, Ed25519)",
  description:
    "A program that has them checks a licence key without asking anybody: `kid` in its head names the key.",
  tag,
  access: "public",
  response: z.strictObject({
    keys: z.array(
      z.strictObject({
        kty: z.literal("OKP"),
        crv: z.literal("Ed25519"),
        x: z.string(),
        kid: z.string(),
        use: z.literal("sig"),
        alg: z.literal("EdDSA"),
      }),
    ),
  }),
  errors: [],
  cacheSeconds: 60,
});

export const buyLicenceEndpoint = defineEndpoint({
  id: "buyLicence",
  method: "POST",
  path: "/licences",
  summary: "Buy a licence from the balance; answers it with its key",
  tag,
  access: "session",
  keyed: true,
  body: z.strictObject({
    productId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    maxPriceKopecks,
    /** Of the agent whose link the buyer came by; of nobody who sells now: it is bought of the house. */
    agent: z.string().regex(agentCodePattern).nullable().default(null),
  }),
  status: 201,
  response: Licence,
  errors: [licenceErrors.LICENCE_PRODUCT_NOT_FOUND, ...saleErrors],
});

export const listLicencesEndpoint = defineEndpoint({
  id: "listLicences",
  method: "GET",
  path: "/licences",
  summary: "My licences with their keys, newest first",
  description: "Go on with `cursor` = `nextCursor`.",
  tag,
  access: "session",
  query: z.object(cursorQuery(licencePage)),
  response: z.strictObject({ licences: z.array(Licence), nextCursor: z.string().nullable() }),
  errors: [],
});

export const getLicenceEndpoint = defineEndpoint({
  id: "getLicence",
  method: "GET",
  path: "/licences/own/{id}",
  summary: "One of my licences",
  tag,
  access: "session",
  params: idParams,
  response: Licence,
  errors: [licenceErrors.LICENCE_NOT_FOUND],
});

export const renewLicenceEndpoint = defineEndpoint({
  id: "renewLicence",
  method: "POST",
  path: "/licences/own/{id}/renew",
  summary: "Pay another term, at the price of now, behind what is left of this one",
  description: "The key changes with the term: `GET /licences/own/{id}` has the new one.",
  tag,
  access: "session",
  keyed: true,
  params: idParams,
  body: z.strictObject({ maxPriceKopecks }),
  response: Licence,
  errors: [
    licenceErrors.LICENCE_NOT_FOUND,
    licenceErrors.LICENCE_PRODUCT_NOT_FOUND,
    licenceErrors.LICENCE_ENDLESS,
    licenceErrors.LICENCE_REVOKED,
    ...saleErrors,
  ],
});

export const downloadVersionEndpoint = defineEndpoint({
  id: "downloadLicenceVersion",
  method: "GET",
  path: "/licences/own/{id}/versions/{versionId}/file",
  summary: "Lead to the file of a version, while the licence is good",
  tag,
  access: "session",
  params: z.object({ id: Id, versionId: Id }),
  response: z.string(),
  produces: "text/plain",
  errors: [
    licenceErrors.LICENCE_NOT_FOUND,
    licenceErrors.LICENCE_VERSION_NOT_FOUND,
    licenceErrors.LICENCE_REVOKED,
    licenceErrors.LICENCE_EXPIRED,
    apiErrors.FOREIGN_ORIGIN,
  ],
});

export const releaseDeviceEndpoint = defineEndpoint({
  id: "releaseLicenceDevice",
  method: "POST",
  path: "/licences/own/{id}/devices/{deviceId}/release",
  summary: "Give the place of a device back",
  tag,
  access: "session",
  params: z.object({ id: Id, deviceId: Id }),
  response: Licence,
  errors: [licenceErrors.LICENCE_NOT_FOUND, licenceErrors.LICENCE_DEVICE_NOT_FOUND],
});

const key = z.string().min(1).max(tokenMost);
const device = z.string().trim().min(deviceLimits.idLeast).max(deviceLimits.idMost);
/** A program calls, with the key in the body. Many devices of one house have one address. */
const ofPrograms = {
  method: "POST",
  tag,
  access: "public",
  serverToServer: true,
  rates: [{ name: "licences", perSecond: 5, burst: 100 }],
} as const;

export const verifyLicenceEndpoint = defineEndpoint({
  ...ofPrograms,
  id: "verifyLicence",
  path: "/licences/verify",
  summary: "Say what is so with a licence key, and with a device",
  body: z.strictObject({ key, device: device.nullable().default(null) }),
  response: LicenceStanding,
  errors: [],
});

export const activateLicenceEndpoint = defineEndpoint({
  ...ofPrograms,
  id: "activateLicence",
  path: "/licences/activate",
  summary: "Take a place of a licence for a device",
  description: "A device that has a place keeps it: asking twice takes one.",
  body: z.strictObject({
    key,
    /** What the program calls the device; it is kept as a hash. */
    device,
    /** For the owner's list of devices. */
    name: z.string().trim().min(1).max(deviceLimits.name).nullable().default(null),
  }),
  response: LicenceStanding,
  errors: [
    licenceErrors.LICENCE_KEY_UNKNOWN,
    licenceErrors.LICENCE_REVOKED,
    licenceErrors.LICENCE_EXPIRED,
    licenceErrors.LICENCE_DEVICES_FULL,
    licenceErrors.LICENCE_DEVICES_CHANGED,
  ],
});

export const releaseByKeyEndpoint = defineEndpoint({
  ...ofPrograms,
  id: "releaseLicenceByKey",
  path: "/licences/release",
  summary: "Give the place of a device back",
  body: z.strictObject({ key, device }),
  response: LicenceStanding,
  errors: [licenceErrors.LICENCE_KEY_UNKNOWN],
});

export const listRevokedLicencesEndpoint = defineEndpoint({
  id: "listRevokedLicences",
  method: "GET",
  path: "/licences/revoked",
  summary: "Licences that were revoked before their end, also as a signed list",
  tag,
  access: "public",
  response: z.strictObject({
    /** `uid`s, newest first. */
    revoked: z.array(z.string()),
    /** The same, signed as licence keys are; null before the first licence. */
    token: z.string().nullable(),
  }),
  errors: [],
  cacheSeconds: 60,
});
