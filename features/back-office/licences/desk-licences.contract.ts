import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import {
  licenceProductEvents,
  licenceProductStates,
  licenceStates,
  productLimits,
} from "#features/licences/licences.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const Words = (max: number) => z.string().trim().min(1).max(max);
const count = z.number().int();

/** What a product of software says. */
const ProductTerms = z.strictObject({
  name: Words(productLimits.name),
  softwareType: Words(productLimits.softwareType),
  /** Plain text. */
  description: z.string().trim().max(productLimits.description).default(""),
  /** Of one term. */
  priceKopecks: z.number().int().min(1).max(1_000_000_000).transform(kopecks),
  /** Null = for ever. */
  termDays: z.number().int().min(1).max(productLimits.termDays).nullable().default(null),
  deviceLimit: z.number().int().min(1).max(productLimits.devices).default(1),
});
const ProductCode = z.string().regex(/^[a-z0-9][a-z0-9-]{1,39}$/);

const VersionView = z.strictObject({
  id: count,
  version: z.string(),
  notes: z.string(),
  sha256: z.string(),
  publishedAt: instant,
});

const LicenceProductView = z.strictObject({
  id: count,
  code: z.string(),
  name: z.string(),
  softwareType: z.string(),
  description: z.string(),
  priceKopecks: count,
  termDays: count.nullable(),
  deviceLimit: count,
  state: z.enum(licenceProductStates),
  createdAt: instant,
  /** Licences that were sold, those among them that are good now, and what was paid for all of them. */
  soldCount: count,
  validCount: count,
  paidKopecks: count,
  /** Those that can be downloaded, newest first. */
  versions: z.array(VersionView),
});
export type LicenceProductView = z.infer<typeof LicenceProductView>;

const staff = { tag: "desk", access: "staff" } as const;
const write = { ...staff, method: "POST", permission: "money", stepUp: true, keyed: true } as const;
const made = z.strictObject({ id: count });
const { LICENCE_PRODUCT_NOT_FOUND } = licenceErrors;

export const listLicenceProductsAtDeskEndpoint = defineEndpoint({
  ...staff,
  id: "deskListLicenceProducts",
  method: "GET",
  path: "/desk/licences/products",
  summary: "Products of software with what was sold of them, newest first",
  permission: "support",
  query: z.object({ state: z.enum(licenceProductStates).optional(), before }),
  response: pageOf(LicenceProductView),
  errors: [],
});

export const addLicenceProductEndpoint = defineEndpoint({
  ...write,
  id: "deskAddLicenceProduct",
  path: "/desk/licences/products",
  summary: "Write a product of software; it is a draft",
  description: "`code` stands in the keys of its licences and never changes.",
  body: ProductTerms.extend({ code: ProductCode, reason: Reason }),
  status: 201,
  response: made,
  errors: [licenceErrors.LICENCE_CODE_TAKEN],
});

export const editLicenceProductEndpoint = defineEndpoint({
  ...write,
  id: "deskEditLicenceProduct",
  path: "/desk/licences/products/{id}/edit",
  summary: "Change what a product of software says",
  description: "Licences keep what they were bought with until they are renewed.",
  params: idParams,
  body: ProductTerms.extend({ reason: Reason }),
  response: made,
  errors: [LICENCE_PRODUCT_NOT_FOUND],
});

export const stepLicenceProductEndpoint = defineEndpoint({
  ...write,
  id: "deskStepLicenceProduct",
  path: "/desk/licences/products/{id}/step",
  summary: "Put a product of software on sale, or stop it",
  params: idParams,
  body: z.strictObject({ step: z.enum(licenceProductEvents), reason: Reason }),
  response: made,
  errors: [LICENCE_PRODUCT_NOT_FOUND, licenceErrors.LICENCE_PRODUCT_STATE_REFUSED],
});

export const addLicenceVersionEndpoint = defineEndpoint({
  ...write,
  id: "deskAddLicenceVersion",
  path: "/desk/licences/products/{id}/versions",
  summary: "Publish a version for whoever has a licence",
  params: idParams,
  body: z.strictObject({
    version: Words(productLimits.version),
    notes: z.string().trim().max(productLimits.notes).default(""),
    /** Where its file lies. */
    url: z.url({ protocol: /^https$/ }).max(productLimits.url),
    /** Of the file. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    reason: Reason,
  }),
  status: 201,
  response: made,
  errors: [LICENCE_PRODUCT_NOT_FOUND, licenceErrors.LICENCE_VERSION_TAKEN],
});

export const withdrawLicenceVersionEndpoint = defineEndpoint({
  ...write,
  id: "deskWithdrawLicenceVersion",
  path: "/desk/licences/products/{id}/versions/{versionId}/withdraw",
  summary: "Take a version back: nobody downloads it any more",
  params: z.object({ id: Id, versionId: Id }),
  body: z.strictObject({ reason: Reason }),
  response: made,
  errors: [licenceErrors.LICENCE_VERSION_NOT_FOUND],
});

export const listLicenceSigningKeysEndpoint = defineEndpoint({
  ...staff,
  id: "deskListLicenceSigningKeys",
  method: "GET",
  path: "/desk/licences/keys",
  summary: "The keys that licences are signed with, newest first",
  permission: "support",
  response: z.strictObject({
    items: z.array(
      z.strictObject({
        kid: z.string(),
        createdAt: instant,
        /** Null = it signs. */
        retiredAt: instant.nullable(),
        /** What it signed proves nothing any more. */
        withdrawnAt: instant.nullable(),
      }),
    ),
  }),
  errors: [],
});

export const rotateLicenceSigningKeyEndpoint = defineEndpoint({
  ...write,
  id: "deskRotateLicenceSigningKey",
  path: "/desk/licences/keys/rotate",
  summary: "Let another key sign licences",
  description:
    "The private part of the old one is removed. What it signed stays good, unless `isStolen`: then owners need their new keys.",
  permission: "money-lead",
  body: z.strictObject({ isStolen: z.boolean(), reason: Reason }),
  response: z.strictObject({ kid: z.string() }),
  errors: [],
});

/** A licence that was sold. Its key is its owner's alone. */
const SoldLicenceView = z.strictObject({
  id: count,
  uid: z.string(),
  user: Person,
  product: z.strictObject({ id: count, name: z.string() }),
  state: z.enum(licenceStates),
  deviceLimit: count,
  deviceCount: count,
  /** The purchase and the renewals, and what all of them cost. */
  salesCount: count,
  paidKopecks: count,
  boughtAt: instant,
  validUntil: instant.nullable(),
  revokedAt: instant.nullable(),
  revokedBy: Person.nullable(),
  revokeReason: z.string().nullable(),
});
export type SoldLicenceView = z.infer<typeof SoldLicenceView>;

export const listSoldLicencesEndpoint = defineEndpoint({
  ...staff,
  id: "deskListLicences",
  method: "GET",
  path: "/desk/licences",
  summary: "Licences that were sold, newest first",
  permission: "support",
  query: z.object({ userId: Id.optional(), productId: Id.optional(), before }),
  response: pageOf(SoldLicenceView),
  errors: [],
});

export const revokeLicenceEndpoint = defineEndpoint({
  ...write,
  id: "deskRevokeLicence",
  path: "/desk/licences/{id}/revoke",
  summary: "Revoke a licence for good",
  description: "The owner reads the reason. No money moves: what is to be paid back is a correction.",
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: made,
  errors: [licenceErrors.LICENCE_NOT_FOUND, licenceErrors.LICENCE_REVOKED],
});
