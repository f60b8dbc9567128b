import { z } from "zod";
import { ReturnPlace } from "#features/payments/payments.contract.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { transferErrors } from "#features/payments/transfers/transfers.errors.ts";
import { transferLimits } from "#features/payments/transfers/transfers.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

export const startTransferEndpoint = defineEndpoint({
  id: "startTransfer",
  method: "POST",
  path: "/payments/transfers",
  summary: "Begin a top-up through the support",
  description:
    "Answers the reference to name to the support and in the transfer. The agreed amount " +
    "is credited once the staff confirm that exactly it has come.",
  tag: "payments",
  access: "session",
  keyed: true,
  body: z.strictObject({
    amountKopecks: z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER),
    note: z.string().max(transferLimits.noteCharacters).optional(),
    receipt: z.string().max(transferLimits.receiptCharacters).optional(),
    ...ReturnPlace.shape,
  }),
  status: 201,
  response: z.strictObject({ id: z.number().int(), reference: z.string(), redirectUrl: z.string() }),
  errors: [
    paymentErrors.METHOD_NOT_FOUND,
    paymentErrors.AMOUNT_NOT_POSITIVE,
    paymentErrors.AMOUNT_TOO_SMALL,
    paymentErrors.AMOUNT_TOO_LARGE,
    transferErrors.TOO_MANY_TRANSFERS,
  ],
});

export const addReceiptEndpoint = defineEndpoint({
  id: "addTransferReceipt",
  method: "PUT",
  path: "/payments/{id}/receipt",
  summary: "Tell how a transfer through the support was sent",
  description:
    "Number, bank and time of the transfer, as the payer knows them. Without it what was said is taken back.",
  tag: "payments",
  access: "session",
  params: idParams,
  body: z.strictObject({ receipt: z.string().max(transferLimits.receiptCharacters).default("") }),
  response: z.strictObject({ receipt: z.string() }),
  errors: [paymentErrors.PAYMENT_NOT_FOUND, transferErrors.TRANSFER_OVER],
});
