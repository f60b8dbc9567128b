import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Amount = z.number().int().min(0);
const instant = z.iso.datetime();
/** An ISO week: `2026-W47`. */
const Week = z.string().regex(/^\d{4}-W[0-5]\d$/);
/** Hundredths of a percent. */
const BasisPoints = z.number().int().min(0).max(10_000);

const RankStep = z.strictObject({ rank: z.number().int(), fromKopecks: Amount, cashbackBp: BasisPoints });

/** A week that was paid. Times are UTC; the week ends where the next one begins. */
export const PaidWeekView = z.strictObject({
  week: Week,
  startsAt: instant,
  endsAt: instant,
  totalKopecks: Amount,
  cashbackBp: BasisPoints,
  cashbackKopecks: Amount,
  /** Taken back later, with top-ups of that week. */
  returnedKopecks: Amount,
  paidAt: instant,
});
export type PaidWeekView = z.infer<typeof PaidWeekView>;

const Standing = z.strictObject({
  /** 0: below the first step. */
  rank: z.number().int().min(0),
  cashbackBp: BasisPoints,
  /** The next step, null at the top. */
  next: z.strictObject({ fromKopecks: Amount, cashbackBp: BasisPoints, missingKopecks: Amount }).nullable(),
});

/** Where a user stands in the programme. */
export const LoyaltyView = z.strictObject({
  week: Week,
  startsAt: instant,
  /** The end of the week, when its cashback is paid. */
  endsAt: instant,
  totalKopecks: Amount,
  /** What the week would bring as it is now. */
  predictedKopecks: Amount,
  ...Standing.shape,
  ladder: z.array(RankStep),
  /** The most for one week; null: no limit. */
  capKopecks: Amount.nullable(),
  /** The week before, while it is over and not yet paid. */
  pending: z.strictObject({ week: Week, cashbackKopecks: Amount }).nullable(),
  welcome: z.strictObject({
    /** `open`: a first top-up of at least `fromKopecks` brings it; `off`: there is none, or the user has topped up before. */
    state: z.enum(["open", "granted", "refused", "off"]),
    fromKopecks: Amount,
    bonusBp: BasisPoints,
    bonusKopecks: Amount,
  }),
});
export type LoyaltyView = z.infer<typeof LoyaltyView>;

export const getLoyaltyEndpoint = defineEndpoint({
  id: "getLoyalty",
  method: "GET",
  path: "/loyalty",
  summary: "This week's top-ups, rank and predicted cashback",
  tag: "loyalty",
  access: "session",
  response: LoyaltyView,
  errors: [],
});

export const PaidWeeks = z.strictObject({ weeks: z.array(PaidWeekView), isMore: z.boolean() });
export type PaidWeeks = z.infer<typeof PaidWeeks>;

export const listPaidWeeksEndpoint = defineEndpoint({
  id: "listLoyaltyWeeks",
  method: "GET",
  path: "/loyalty/weeks",
  summary: "Weeks whose cashback was paid, newest first",
  tag: "loyalty",
  access: "session",
  query: z.object({
    /** Answers weeks before this one. */
    before: Week.optional(),
    limit: z
      .string()
      .regex(/^([1-9]|[1-4]\d|5[0-3])$/, "1 to 53")
      .default("12")
      .transform(Number),
  }),
  response: PaidWeeks,
  errors: [],
});

/** What a top-up would bring beside itself. */
export const BonusPreview = z.strictObject({
  welcome: z.strictObject({
    /** This top-up would bring the welcome bonus, unless its payer or device has had one. */
    applies: z.boolean(),
    bonusKopecks: Amount,
    /** A larger top-up would bring it: from so much; null when none would. */
    fromKopecks: Amount.nullable(),
    bonusBp: BasisPoints,
  }),
  /** The week as it would be after it. */
  cashback: z.strictObject({
    totalKopecks: Amount,
    predictedKopecks: Amount,
    /** How much more than without it. */
    gainKopecks: Amount,
    ...Standing.shape,
  }),
});
export type BonusPreview = z.infer<typeof BonusPreview>;

export const previewBonusEndpoint = defineEndpoint({
  id: "previewBonus",
  method: "GET",
  path: "/loyalty/bonus-preview",
  summary: "Welcome bonus and cashback that a top-up would bring",
  tag: "loyalty",
  access: "session",
  query: z.object({
    /** 0: as it is now. */
    amountKopecks: z
      .string()
      .regex(/^(0|[1-9]\d{0,13})$/)
      .transform(Number),
    /** A payment method; some do not count. */
    method: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .optional(),
  }),
  response: BonusPreview,
  errors: [],
});
