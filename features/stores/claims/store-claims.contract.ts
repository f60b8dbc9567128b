import { z } from "zod";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  accountClaimDecisions,
  accountClaimStates,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { storeErrors } from "#features/stores/stores.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const instant = z.iso.datetime();
const count = z.number().int();

/** A claim about an account of the store: nothing of who bought it, and nothing of what the account says. */
const StoreClaim = z.strictObject({
  id: count,
  state: z.enum(accountClaimStates),
  orderId: count,
  /** Of the account in its order, from 1. */
  place: count,
  offerId: count,
  offerName: z.string(),
  /** Of one account: what goes back where there is no other one. */
  priceKopecks: count,
  /** The upload that brought the account, and its place among those that it brought, from 1. */
  uploadedAt: instant,
  numberInUpload: count,
  text: z.string(),
  deliveredAt: instant,
  claimedAt: instant,
  /** Answered by then, or decided for the buyer; with an objection, it stands from then on. */
  dueAt: instant,
  decidedAt: instant.nullable(),
  reason: z.string().nullable(),
  /** What the store has said against it. */
  objection: z.string().nullable(),
  refundKopecks: count.nullable(),
});
export type StoreClaim = z.infer<typeof StoreClaim>;

export const listStoreClaimsEndpoint = defineEndpoint({
  id: "listStoreClaims",
  method: "GET",
  path: "/store/claims",
  tag: "stores",
  summary: "Claims under the warranty about accounts of my store, oldest first",
  access: "session",
  query: z.object({ only: z.enum(["open", "decided"]).default("open"), after: Id.optional() }),
  response: z.strictObject({ items: z.array(StoreClaim), hasMore: z.boolean() }),
  errors: [storeErrors.STORE_NOT_FOUND],
});

export const answerStoreClaimEndpoint = defineEndpoint({
  id: "answerStoreClaim",
  method: "POST",
  path: "/store/claims/{id}/answer",
  tag: "stores",
  summary: "Accept a claim about an account of my store, or object to it",
  description:
    "Within 24 hours; then it is decided for the buyer. One that is accepted is decided at once: another account of the offer takes the " +
    "place while there are some, else the price of one account goes back. The staff may overrule an objection within 72 hours; then it stands.",
  access: "session",
  keyed: true,
  params: idParams,
  body: z.strictObject({
    decision: z.enum(accountClaimDecisions),
    /** Told to the buyer. */
    reason: z.string().trim().min(3).max(500),
  }),
  response: z.strictObject({ state: z.enum(accountClaimStates) }),
  errors: [
    storeErrors.STORE_NOT_FOUND,
    readyAccountErrors.ACCOUNT_CLAIM_NOT_FOUND,
    readyAccountErrors.ACCOUNT_CLAIM_DECIDED,
    readyAccountErrors.ACCOUNT_CLAIM_ANSWERED,
    readyAccountErrors.ACCOUNT_CLAIM_LATE,
  ],
});
