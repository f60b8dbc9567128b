import { z } from "zod";
import { before, Id, IdNumber, instant, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { Person } from "#features/back-office/corrections/corrections.contract.ts";
import { claimErrors } from "#features/payments/claims/claims.errors.ts";
import { claimStates } from "#features/payments/claims/claims.rules.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import { couponLimits, couponMethods } from "#features/payments/coupons/coupons.rules.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { transferErrors } from "#features/payments/transfers/transfers.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { locales } from "#lib/i18n/locales.ts";

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
  params: z.object({ id: Id }),
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
  params: z.object({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ status: z.literal("closed") }),
  errors: [transferErrors.TRANSFER_NOT_FOUND, transferErrors.TRANSFER_OWN, transferErrors.TRANSFER_OVER],
});

export const BatchView = z.strictObject({
  id: z.number().int(),
  method: z.enum(couponMethods),
  locale: z.enum(locales),
  count: z.number().int(),
  redeemedCount: z.number().int(),
  amountKopecks: z.number().int(),
  /** Hundredths of a yuan. */
  priceFen: z.number().int(),
  note: z.string(),
  createdBy: Person,
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(["open", "expired", "void"]),
});
export type BatchView = z.infer<typeof BatchView>;

export const listBatchesEndpoint = defineEndpoint({
  id: "deskListCouponBatches",
  method: "GET",
  path: "/desk/coupon-batches",
  tag: "desk",
  summary: "Batches of coupons, newest first",
  access: "staff",
  permission: "support",
  query: z.object({ before }),
  response: pageOf(BatchView),
  errors: [],
});

export const createBatchEndpoint = defineEndpoint({
  id: "deskCreateCouponBatch",
  method: "POST",
  path: "/desk/coupon-batches",
  tag: "desk",
  summary: "Make coupons; their codes are told this once",
  access: "staff",
  permission: "money-lead",
  stepUp: true,
  keyed: "once",
  body: z.strictObject({
    method: z.enum(couponMethods),
    locale: z.enum(locales),
    count: z.number().int().min(1).max(couponLimits.batchSize),
    amountKopecks: z.number().int().positive().max(100_000_000),
    priceFen: z.number().int().positive().max(100_000_000),
    expiresAt: instant,
    note: Reason,
  }),
  status: 201,
  response: z.strictObject({ id: z.number().int(), codes: z.array(z.string()), csv: z.string() }),
  errors: [couponErrors.COUPON_PRICE_TOO_SMALL, couponErrors.BATCH_ENDS_WRONG, couponErrors.BATCH_EXISTS],
});

export const voidBatchEndpoint = defineEndpoint({
  id: "deskVoidCouponBatch",
  method: "POST",
  path: "/desk/coupon-batches/{id}/void",
  tag: "desk",
  summary: "End the codes of a batch that nobody has redeemed",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ endedCount: z.number().int() }),
  errors: [couponErrors.BATCH_NOT_FOUND],
});

export const CouponView = z.strictObject({
  id: z.number().int(),
  batchId: z.number().int(),
  ending: z.string(),
  redeemedBy: z.number().int().nullable(),
  redeemedAt: instant.nullable(),
  paymentId: z.number().int().nullable(),
});

export const findCouponsEndpoint = defineEndpoint({
  id: "deskFindCoupons",
  method: "GET",
  path: "/desk/coupons",
  tag: "desk",
  summary: "Coupons by the last four characters of their code",
  access: "staff",
  permission: "support",
  query: z.object({
    ending: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{4}$/),
  }),
  response: z.array(CouponView),
  errors: [],
});

export const ClaimView = z.strictObject({
  id: z.number().int(),
  state: z.enum(claimStates),
  user: Person,
  paymentId: z.number().int(),
  paymentState: z.enum(paymentStates),
  paymentKopecks: z.number().int(),
  chargeAmount: z.string().nullable(),
  transactionId: z.string(),
  returnAddress: z.string(),
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
  description: "The amount follows from the chain and the payment's rate.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: z.object({ id: Id }),
  body: z.discriminatedUnion("decision", [
    z.strictObject({ decision: z.literal("credit"), withFee: z.boolean(), reason: Reason }),
    z.strictObject({
      decision: z.literal("return"),
      returnTransactionId: z.string().regex(/^[0-9a-f]{64}$/),
      reason: Reason,
    }),
    z.strictObject({ decision: z.literal("reject"), reason: Reason }),
  ]),
  response: z.strictObject({ state: z.enum(claimStates), creditedKopecks: z.number().int().nullable() }),
  errors: [
    claimErrors.CLAIM_NOT_FOUND,
    claimErrors.CLAIM_OWN,
    claimErrors.CLAIM_DECIDED,
    claimErrors.CLAIM_TRANSFER_UNKNOWN,
    claimErrors.CLAIM_TRANSFER_SETTLED,
    claimErrors.TRANSACTION_CREDITED,
    claimErrors.CLAIM_TOO_SMALL,
  ],
});
