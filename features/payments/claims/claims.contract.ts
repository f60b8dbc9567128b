import { z } from "zod";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { claimLimits, claimStates } from "#features/payments/claims/claims.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
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
    "transfer or send it back; sending it back costs 10 USD.",
  tag: "payments",
  access: "session",
  stepUp: true,
  keyed: true,
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .transform(Number),
  }),
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
  ],
});
