import { z } from "zod";
import { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { PaymentView } from "#features/payments/payments.contract.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { transferMatches } from "#features/payments/tether.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

const instant = z.iso.datetime();

/** A Tether invoice as its payer sees it. Amounts in USDT are decimal texts with six digits. */
export const InvoiceView = z.strictObject({
  payment: PaymentView,
  address: z.string(),
  amountUsdt: z.string(),
  expiresAt: instant,
  /** By the server's clock, so that a wrong clock of the browser does no harm. */
  secondsLeft: z.number().int().min(0),
  /** The exact amount is on the chain and waits for its confirmation. */
  isSeen: z.boolean(),
  /** What came and was not credited by itself. */
  otherTransfers: z.array(
    z.strictObject({ amountUsdt: z.string(), match: z.enum(transferMatches), at: instant }),
  ),
  /** What sending money back costs. */
  claimFeeUsd: z.number(),
  /** Newest first. */
  claims: z.array(ClaimView),
});
export type InvoiceView = z.infer<typeof InvoiceView>;

export const getInvoiceEndpoint = defineEndpoint({
  id: "getPaymentInvoice",
  method: "GET",
  path: "/payments/{id}/invoice",
  summary: "The Tether invoice of one of the own payments",
  description:
    "Send exactly `amountUsdt` of USDT on the Tron network (TRC-20) to `address` before `expiresAt`. Another amount, another " +
    "network or a later transfer is not credited by itself.",
  tag: "payments",
  access: "session",
  params: idParams,
  response: InvoiceView,
  errors: [paymentErrors.PAYMENT_NOT_FOUND],
});
