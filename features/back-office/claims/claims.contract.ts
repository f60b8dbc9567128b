import { z } from "zod";
import { instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { claimStates } from "#features/payments/claims/claims.rules.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { destinationStates } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

export const ClaimView = z.strictObject({
  id: z.number().int(),
  state: z.enum(claimStates),
  user: Person,
  paymentId: z.number().int(),
  paymentState: z.enum(paymentStates),
  paymentKopecks: z.number().int(),
  chargeAmount: z.string().nullable(),
  transactionId: z.string(),
  /** In full only when money may go there. */
  returnAddress: z.string(),
  returnAddressState: z.enum(destinationStates),
  returnRestsUntil: instant.nullable(),
  contact: z.string(),
  /** The transfer on the chain; null while there is none with this id to our address. */
  transfer: z
    .strictObject({
      match: z.string(),
      paymentId: z.number().int().nullable(),
      fromAddress: z.string(),
      /** Millionths of a USDT. */
      amountMicro: z.number().int(),
      blockAt: instant,
      worthKopecks: z.number().int().nullable(),
      worthLessFeeKopecks: z.number().int().nullable(),
    })
    .nullable(),
  /** Where crediting takes two people: who would credit it, and whether the fee is kept. */
  signatures: z.array(z.strictObject({ by: Person, withFee: z.boolean(), signedAt: instant })),
  otherClaims: z.number().int(),
  creditedKopecks: z.number().int().nullable(),
  returnTransactionId: z.string().nullable(),
  reason: z.string().nullable(),
  decidedBy: Person.nullable(),
  decidedAt: instant.nullable(),
  createdAt: instant,
});
export type ClaimView = z.infer<typeof ClaimView>;

export const listClaimsEndpoint = defineEndpoint({
  id: "deskListClaims",
  method: "GET",
  path: "/desk/claims",
  tag: "desk",
  summary: "Claims about transfers that did not fit, oldest first",
  access: "staff",
  permission: "support",
  query: z.object({ state: z.enum(claimStates).default("open"), after: Id.optional() }),
  response: pageOf(ClaimView),
  errors: [],
});

export const decideClaimEndpoint = defineEndpoint({
  id: "deskDecideClaim",
  method: "POST",
  path: "/desk/claims/{id}/decide",
  tag: "desk",
  summary: "Credit a transfer, note that it was sent back, or refuse the claim",
  description:
    "The amount follows from the chain and the payment's rate. Above the limit a second person must credit it in the same way.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.discriminatedUnion("decision", [
    z.strictObject({ decision: z.literal("credit"), withFee: z.boolean(), reason: Reason }),
    z.strictObject({
      decision: z.literal("return"),
      returnTransactionId: z.string().regex(/^[0-9a-f]{64}$/),
      reason: Reason,
    }),
    z.strictObject({ decision: z.literal("reject"), reason: Reason }),
  ]),
  response: z.strictObject({
    state: z.enum(claimStates),
    creditedKopecks: z.number().int().nullable(),
    isWaitingForSecond: z.boolean(),
  }),
  errors: [
    claimErrors.CLAIM_NOT_FOUND,
    claimErrors.CLAIM_OWN,
    claimErrors.CLAIM_DECIDED,
    claimErrors.CLAIM_TRANSFER_UNKNOWN,
    claimErrors.CLAIM_TRANSFER_SETTLED,
    claimErrors.TRANSACTION_CREDITED,
    claimErrors.CLAIM_TOO_SMALL,
    claimErrors.RETURN_ADDRESS_UNCONFIRMED,
    claimErrors.RETURN_ADDRESS_RESTS,
  ],
});
