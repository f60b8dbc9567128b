import { z } from "zod";
import {
  before,
  IdNumber,
  instant,
  Person,
  pageOf,
  Reason,
} from "#features/back-office/back-office.contract.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { transferErrors } from "#features/payments/transfers/transfers.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";

/** A transfer through the support, by the id of its payment. */
export const TransferView = z.strictObject({
  id: z.number().int(),
  reference: z.string(),
  user: Person,
  amountKopecks: z.number().int(),
  state: z.enum(paymentStates),
  note: z.string(),
  receipt: z.string(),
  words: z.array(z.strictObject({ by: Person, receivedKopecks: z.number().int(), saidAt: instant })),
  createdAt: instant,
  expiresAt: instant,
});
export type TransferView = z.infer<typeof TransferView>;

export const listTransfersEndpoint = defineEndpoint({
  id: "deskListTransfers",
  method: "GET",
  path: "/desk/transfers",
  tag: "desk",
  summary: "Top-ups through the support, newest first",
  access: "staff",
  permission: "support",
  query: z.object({ only: z.enum(["open", "all"]).default("open"), before }),
  response: pageOf(TransferView),
  errors: [],
});

export const confirmTransferEndpoint = defineEndpoint({
  id: "deskConfirmTransfer",
  method: "POST",
  path: "/desk/transfers/{id}/confirm",
  tag: "desk",
  summary: "Say what has come in for a transfer; above the limit a second person must say the same",
  description: "Saying it again changes nothing.",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ receivedKopecks: IdNumber }),
  response: z.strictObject({ state: z.enum(paymentStates), isWaitingForSecond: z.boolean() }),
  errors: [transferErrors.TRANSFER_NOT_FOUND, transferErrors.TRANSFER_OWN, transferErrors.TRANSFER_OVER],
});

export const closeTransferEndpoint = defineEndpoint({
  id: "deskCloseTransfer",
  method: "POST",
  path: "/desk/transfers/{id}/close",
  tag: "desk",
  summary: "Close a transfer for which nothing has come",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ status: z.literal("closed") }),
  errors: [transferErrors.TRANSFER_NOT_FOUND, transferErrors.TRANSFER_OWN, transferErrors.TRANSFER_OVER],
});
