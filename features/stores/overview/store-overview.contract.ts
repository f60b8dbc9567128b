import { z } from "zod";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** A store as its owner sees it. */
const StoreOverview = z.strictObject({
  name: z.string(),
  description: z.string(),
  email: z.string(),
  openedAt: z.iso.datetime(),
  /** The version of the marketplace's rules in force, and whether the owner has agreed to it. */
  rulesVersion: z.number().int(),
  isAgreed: z.boolean(),
});
export type StoreOverview = z.infer<typeof StoreOverview>;

export const getStoreEndpoint = defineEndpoint({
  id: "getStore",
  method: "GET",
  path: "/store",
  tag: "stores",
  summary: "My store",
  access: "session",
  response: StoreOverview,
  errors: [storeErrors.STORE_NOT_FOUND],
});

export const acceptStoreRulesEndpoint = defineEndpoint({
  id: "acceptStoreRules",
  method: "POST",
  path: "/store/rules",
  tag: "stores",
  summary: "Agree to the rules of the marketplace that are in force",
  access: "session",
  body: z.strictObject({ version: z.number().int().min(1).max(1_000_000) }),
  response: StoreOverview,
  errors: [storeErrors.STORE_NOT_FOUND, storeErrors.STORE_RULES_CHANGED],
});
