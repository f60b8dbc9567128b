import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { claimLimits, claimStates } from "#features/payments/claims/claims.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { destinationStates } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const instant = z.iso.datetime();

/** What a payer says about a transfer that was not credited by itself, and what became of it. */
export const ClaimView = z.strictObject({
  id: z.number().int(),
  state: z.enum(claimStates),
  /** The state in words, in the caller's language. */
  stateText: z.string(),
  transactionId: z.string(),
  returnAddress: z.string(),
  /** Money is sent back there only when it is `usable`: `unconfirmed` waits for the mailed code, `resting` until `returnRestsUntil`. */
  returnAddressState: z.enum(destinationStates),
  returnRestsUntil: instant.nullable(),
  contact: z.string(),
  creditedKopecks: z.number().int().positive().nullable(),
  returnTransactionId: z.string().nullable(),
  /** The staff's words. */
  reason: z.string().nullable(),
  createdAt: instant,
  decidedAt: instant.nullable(),
});
export type ClaimView = z.infer<typeof ClaimView>;

export const sendClaimEndpoint = defineEndpoint({
  id: "sendPaymentClaim",
  method: "POST",
  path: "/payments/{id}/claims",
  summary: "Claim a Tether transfer that was not credited by itself",
  description:
    "For transfers of another amount or after the invoice's time. The staff credit the " +
    "transfer or send it back; sending it back costs 10 USD. A return address that was not used before counts after the code that is " +
    "mailed with the claim, and no money goes there for 24 hours.",
  tag: "payments",
  access: "session",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({
    /** 64 hexadecimal digits; an explorer's address that holds them will do. */
    transactionId: z.string().max(300).default(""),
    /** An address on Tron that can take USDT. */
    returnAddress: z.string().max(100).default(""),
    /** How to reach the payer. */
    contact: z.string().trim().max(claimLimits.contactCharacters).default(""),
  }),
  status: 201,
  response: ClaimView,
  errors: [
    paymentErrors.PAYMENT_NOT_FOUND,
    claimErrors.CLAIM_EXISTS,
    claimErrors.TRANSACTION_CREDITED,
    claimErrors.TRANSACTION_ID_INCORRECT,
    claimErrors.RETURN_ADDRESS_INCORRECT,
    claimErrors.CONTACT_MISSING,
    apiErrors.TOO_MANY_REQUESTS,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const mailReturnCodeEndpoint = defineEndpoint({
  id: "mailReturnCode",
  method: "POST",
  path: "/payments/{id}/claims/{claimId}/code",
  summary: "Mail another code for the return address of a claim; the earlier one ends",
  tag: "payments",
  access: "session",
  stepUp: true,
  params: z.object({ id: Id, claimId: Id }),
  response: ClaimView,
  errors: [
    claimErrors.CLAIM_NOT_FOUND,
    claimErrors.CLAIM_DECIDED,
    claimErrors.RETURN_ADDRESS_CONFIRMED,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const confirmReturnAddressEndpoint = defineEndpoint({
  id: "confirmReturnAddress",
  method: "POST",
  path: "/payments/{id}/claims/{claimId}/confirm",
  summary: "Confirm the return address of a claim with the mailed code",
  description:
    "The code works for 60 minutes and five tries. From then on no money goes to the address for 24 hours (`returnRestsUntil`).",
  tag: "payments",
  access: "session",
  stepUp: true,
  params: z.object({ id: Id, claimId: Id }),
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/),
  }),
  response: ClaimView,
  errors: [
    claimErrors.CLAIM_NOT_FOUND,
    claimErrors.CLAIM_DECIDED,
    claimErrors.RETURN_ADDRESS_CONFIRMED,
    claimErrors.RETURN_CODE_WRONG,
    claimErrors.RETURN_CODE_EXPIRED,
  ],
});

export const withdrawClaimEndpoint = defineEndpoint({
  id: "withdrawClaim",
  method: "POST",
  path: "/payments/{id}/claims/{claimId}/withdraw",
  summary: "Withdraw a claim before the staff have decided it",
  description: "The same transaction may be claimed again afterwards.",
  tag: "payments",
  access: "session",
  keyed: true,
  params: z.object({ id: Id, claimId: Id }),
  response: ClaimView,
  errors: [claimErrors.CLAIM_NOT_FOUND, claimErrors.CLAIM_DECIDED],
});
