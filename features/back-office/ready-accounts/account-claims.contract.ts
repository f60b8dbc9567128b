import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  accountClaimDecisions,
  accountClaimStates,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const count = z.number().int();

/** A buyer's claim under the warranty. What the account says is nobody's but its buyer's. */
export const AccountClaimView = z.strictObject({
  id: count,
  state: z.enum(accountClaimStates),
  user: Person,
  orderId: count,
  /** Of the account in its order, from 1. */
  place: count,
  offer: z.strictObject({ id: count, name: z.string() }),
  service: z.strictObject({ name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ name: z.string(), icon: z.string() }),
  /** Of one account: what comes back where there is no other one. */
  priceKopecks: count,
  /** How many of the offer could be given in its place. */
  availableCount: count,
  /** All claims of the buyer, and all accounts that the buyer has got. */
  buyerClaims: count,
  buyerAccounts: count,
  text: z.string(),
  deliveredAt: instant,
  claimedAt: instant,
  /** Decided by then, or decided for the buyer. */
  dueAt: instant,
  decidedAt: instant.nullable(),
  /** Null = nobody has, or nobody did in time. */
  decidedBy: Person.nullable(),
  reason: z.string().nullable(),
  refundKopecks: count.nullable(),
  /** The owner of the store, and what the store has said against the claim. */
  seller: Person.nullable(),
  objection: z.string().nullable(),
});
export type AccountClaimView = z.infer<typeof AccountClaimView>;

export const listAccountClaimsEndpoint = defineEndpoint({
  id: "deskListAccountClaims",
  method: "GET",
  path: "/desk/ready-accounts/claims",
  tag: "desk",
  summary: "Claims under the warranty of ready accounts, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({ state: z.enum(accountClaimStates).default("open"), after: Id.optional() }),
  response: pageOf(AccountClaimView),
  errors: [],
});

export const decideAccountClaimEndpoint = defineEndpoint({
  id: "deskDecideAccountClaim",
  method: "POST",
  path: "/desk/ready-accounts/claims/{id}/decide",
  tag: "desk",
  summary: "Accept or refuse a claim under the warranty",
  description:
    "One that is accepted gets another account of the offer while it is on sale and has some, else the price of one account comes back.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ decision: z.enum(accountClaimDecisions), reason: Reason }),
  response: z.strictObject({ state: z.enum(accountClaimStates), refundKopecks: count.nullable() }),
  errors: [
    readyAccountErrors.ACCOUNT_CLAIM_NOT_FOUND,
    readyAccountErrors.ACCOUNT_CLAIM_OWN,
    readyAccountErrors.ACCOUNT_CLAIM_DECIDED,
  ],
});
