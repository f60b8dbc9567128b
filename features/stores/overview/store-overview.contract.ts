import { z } from "zod";
import { storeEarningStates } from "#features/ready-accounts/earnings/store-earnings.rules.ts";
import { storeSalePage } from "#features/stores/overview/store-overview.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { cursorQuery } from "#lib/api/page-query.ts";

/** A store as its owner sees it. */
const StoreOverview = z.strictObject({
  name: z.string(),
  description: z.string(),
  email: z.string(),
  openedAt: z.iso.datetime(),
  /** The version of the marketplace's rules in force, and whether the owner has agreed to it. */
  rulesVersion: z.number().int(),
  isAgreed: z.boolean(),
  /** Percent of what is sold that the house keeps, of orders from now on. */
  commissionPercent: z.number().int(),
  /** Sold and delivered, and still within its warranty or claimed. */
  pendingKopecks: z.number().int(),
  /** What can be withdrawn, and what is reserved for withdrawals. */
  availableKopecks: z.number().int(),
  heldKopecks: z.number().int(),
  /** When the next of what is pending becomes available, unless a claim waits. */
  nextDueAt: z.iso.datetime().nullable(),
  /** How many movements what the store earned has had: it grows with each. */
  version: z.number().int(),
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

const StoreSale = z.strictObject({
  orderId: z.number().int(),
  offerId: z.number().int(),
  offerName: z.string(),
  count: z.number().int(),
  totalKopecks: z.number().int(),
  /** What the house keeps of it. */
  commissionKopecks: z.number().int(),
  shareKopecks: z.number().int(),
  /** Of the share, what was taken back for accounts whose price was refunded. */
  reversedKopecks: z.number().int(),
  state: z.enum(storeEarningStates),
  /** Paid from then on, unless a claim waits. */
  dueAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  soldAt: z.iso.datetime(),
});
export type StoreSale = z.infer<typeof StoreSale>;

export const listStoreSalesEndpoint = defineEndpoint({
  id: "listStoreSales",
  method: "GET",
  path: "/store/sales",
  tag: "stores",
  summary: "What my store has sold, newest first; nothing of who bought",
  description: "Go on with `cursor` = `nextCursor`.",
  access: "session",
  query: z.object(cursorQuery(storeSalePage)),
  response: z.strictObject({ sales: z.array(StoreSale), nextCursor: z.string().nullable() }),
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
