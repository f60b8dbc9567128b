import { z } from "zod";
import { instant } from "#features/back-office/back-office.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Count = z.number().int().nonnegative();
const Amount = z.number().int();
const Percent = z.number().min(0).max(100).nullable();

/** Sums of a day or of 30 days; `features/statistics/business/business.rules.ts` says what each counts. */
export const BusinessFigures = z.strictObject({
  placed: Count,
  delivered: Count,
  undelivered: Count,
  /** Of the activations that ended; null while none has. */
  deliveryPercent: Percent,
  refunded: Count,
  /** Null for staff without the right to money. */
  money: z
    .strictObject({
      /** What buyers paid, less refunds. */
      revenueKopecks: Amount,
      refundedKopecks: Amount,
      costKopecks: Amount,
      bonusKopecks: Amount,
      referralKopecks: Amount,
      /** The revenue less cost, bonuses and referral shares. */
      marginKopecks: Amount,
    })
    .nullable(),
});
export type BusinessFigures = z.infer<typeof BusinessFigures>;

const supplierStates = ["healthy", "unavailable", "off"] as const;

export const SupplierLine = z.strictObject({
  id: z.number().int(),
  code: z.string(),
  name: z.string(),
  state: z.enum(supplierStates),
  /** Numbers for single SMS that are on sale now. */
  onSale: Count,
  lastSuccessAt: instant.nullable(),
  /** Activations of the last 24 hours that had a number and have ended, and the share of them with a code. */
  ended: Count,
  deliveryPercent: Percent,
});
export type SupplierLine = z.infer<typeof SupplierLine>;

export const Business = z.strictObject({
  /** When the sums had caught up with the ledger last; null while the first count is under way. */
  countedAt: instant.nullable(),
  /** Of all wallets, at this moment. Money is null for staff without the right to it. */
  holds: z.strictObject({ orders: Count, kopecks: Amount.nullable() }),
  /** Of purchases of today and of the 30 days whose code came: half of the codes came within so many seconds; null while none has. */
  medianWait: z.strictObject({ todaySeconds: Count.nullable(), monthSeconds: Count.nullable() }),
  /** Top-ups and credited claims, less what went back to payers. Null for staff without the right to money. */
  moneyIn: z.strictObject({ todayKopecks: Amount, monthKopecks: Amount }).nullable(),
  /** The last 30 days together. */
  total: BusinessFigures,
  /** Every day (UTC) of them, oldest first; the last one is today. */
  days: z.array(BusinessFigures.extend({ day: z.string().regex(/^\d{4}-\d\d-\d\d$/) })).min(1),
  /** Most purchases of the 30 days first. Icons are paths. */
  services: z.array(
    BusinessFigures.extend({
      service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
    }),
  ),
  countries: z.array(
    BusinessFigures.extend({
      country: z.strictObject({ id: z.number().int(), name: z.string(), icon: z.string() }),
    }),
  ),
  suppliers: z.array(SupplierLine),
});
export type Business = z.infer<typeof Business>;

export const getBusinessEndpoint = defineEndpoint({
  id: "deskGetBusiness",
  method: "GET",
  path: "/desk/business",
  tag: "desk",
  summary: "The business of today and the last 30 days in figures",
  access: "staff",
  permission: "support",
  response: Business,
  errors: [],
});
