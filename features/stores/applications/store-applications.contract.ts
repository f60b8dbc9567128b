import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import {
  storeApplicationLimits,
  storeApplicationStates,
} from "#features/stores/applications/store-applications.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const instant = z.iso.datetime();

/** An application for a store as the applicant sees it. */
const StoreApplication = z.strictObject({
  id: z.number().int(),
  state: z.enum(storeApplicationStates),
  name: z.string(),
  description: z.string(),
  email: z.string(),
  /** Why it was declined. */
  reason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type StoreApplication = z.infer<typeof StoreApplication>;

const StoreStanding = z.strictObject({
  /** The account has a store that is open. */
  isOwner: z.boolean(),
  /** The newest one; null when there was none. */
  application: StoreApplication.nullable(),
  /** The version of the marketplace's rules that is to be agreed to. */
  rulesVersion: z.number().int(),
});
export type StoreStanding = z.infer<typeof StoreStanding>;

export const getStoreStandingEndpoint = defineEndpoint({
  id: "getStoreStanding",
  method: "GET",
  path: "/stores/applications/own",
  tag: "stores",
  summary: "Whether I have a store, and what became of my application",
  access: "session",
  response: StoreStanding,
  errors: [],
});

export const applyForStoreEndpoint = defineEndpoint({
  id: "applyForStore",
  method: "POST",
  path: "/stores/applications",
  tag: "stores",
  summary: "Apply for a store that sells ready accounts",
  description: "The staff decide and tell by e-mail. One application of an account waits at a time.",
  access: "session",
  keyed: true,
  body: z.strictObject({
    name: z.string().trim().min(1).max(storeApplicationLimits.nameCharacters),
    /** What is sold, and where it comes from. */
    description: z.string().trim().min(1).max(storeApplicationLimits.descriptionCharacters),
    /** Where the staff write to. */
    email: z.string().trim().min(1).max(storeApplicationLimits.emailCharacters),
    /** Of the marketplace's rules that the applicant agrees to. */
    rulesVersion: z.number().int().min(1).max(1_000_000),
    agreeOffer: z.literal(true),
  }),
  status: 201,
  response: StoreApplication,
  errors: [
    storeErrors.STORE_EXISTS,
    storeErrors.STORE_APPLICATION_OPEN,
    storeErrors.STORE_RULES_CHANGED,
    identityErrors.INVALID_EMAIL,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});
