import { z } from "zod";
import { before, instant, Person, pageOf, Reason } from "#features/back-office/back-office.contract.ts";
import { couponErrors } from "#features/payments/coupons/coupons.errors.ts";
import { couponLimits, couponMethods } from "#features/payments/coupons/coupons.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { locales } from "#lib/i18n/locales.ts";

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
  /** The second person, where the batch takes one and has been approved. */
  approvedBy: Person.nullable(),
  createdAt: instant,
  expiresAt: instant,
  /** `waiting`: for a second person; its codes cannot be redeemed before. */
  state: z.enum(["open", "waiting", "expired", "void"]),
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
  description: "Above the limit they can be redeemed once a second person has approved the batch.",
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
  response: z.strictObject({
    id: z.number().int(),
    codes: z.array(z.string()),
    csv: z.string(),
    isWaitingForSecond: z.boolean(),
  }),
  errors: [couponErrors.COUPON_PRICE_TOO_SMALL, couponErrors.BATCH_ENDS_WRONG, couponErrors.BATCH_EXISTS],
});

export const approveBatchEndpoint = defineEndpoint({
  id: "deskApproveCouponBatch",
  method: "POST",
  path: "/desk/coupon-batches/{id}/approve",
  tag: "desk",
  summary: "Approve a large batch that somebody else has made, so that its codes can be redeemed",
  description: "Approving it again changes nothing.",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ status: z.literal("approved") }),
  errors: [couponErrors.BATCH_NOT_FOUND, couponErrors.BATCH_OWN, couponErrors.BATCH_OVER],
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
  params: idParams,
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
