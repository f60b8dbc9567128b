import { z } from "zod";
import { cabinetProblems } from "#features/partners/cabinet/cabinet.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { operationLimits, supplierStates } from "#features/supply/operation.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const Count = z.number().int().nonnegative();

export const CabinetOverview = z.strictObject({
  /** The supplier's code: the partner's program does not need it, the staff ask for it. */
  code: z.string(),
  state: z.enum(supplierStates),
  /** Its numbers are on sale now. */
  isSelling: z.boolean(),
  /** When its program last called; null = never. */
  lastCallAt: z.iso.datetime().nullable(),
  counts: z.strictObject({
    portsCount: Count,
    onLineCount: Count,
    onSaleCount: Count,
    lentCount: Count,
    heldCount: Count,
    offlineCount: Count,
    usedUpCount: Count,
  }),
  /** SMS that came within the last hour. */
  smsLastHourCount: Count,
  /** The partner's money in whole kopecks: earned since midnight (UTC), still to become available, to be withdrawn. */
  earnings: z.strictObject({
    todayKopecks: z.number().int(),
    pendingKopecks: z.number().int(),
    availableKopecks: z.number().int(),
  }),
  /** What keeps numbers from being sold, or will; the worst first. */
  problems: z.array(
    z.strictObject({
      kind: z.enum(cabinetProblems),
      count: Count.optional(),
      until: z.iso.datetime().optional(),
    }),
  ),
  /** Until when replaced keys are still taken; null = there is none. */
  oldKeyUntil: z.iso.datetime().nullable(),
});
export type CabinetOverview = z.infer<typeof CabinetOverview>;

const partner = { tag: "partners", access: "partner" } as const;

export const cabinetOverviewEndpoint = defineEndpoint({
  ...partner,
  id: "cabinetOverview",
  method: "GET",
  path: "/cabinet/overview",
  summary: "What a partner's own numbers do at this moment, and what to mend",
  response: CabinetOverview,
  errors: [],
});

export const CabinetKey = z.strictObject({
  /** Shown this once; null in the answer to a repeated call. */
  key: z.string().nullable(),
  oldKeyUntil: z.iso.datetime().nullable(),
});
export type CabinetKey = z.infer<typeof CabinetKey>;

export const replaceCabinetKeyEndpoint = defineEndpoint({
  ...partner,
  id: "replaceCabinetKey",
  method: "POST",
  path: "/cabinet/key",
  summary: "Make a new key for the partner's program; it is shown this once",
  description:
    "A repeat of the call answers without the key. The replaced key is taken for `overlapHours` more.",
  stepUp: true,
  keyed: true,
  body: z.strictObject({ overlapHours: z.number().int().min(0).max(operationLimits.overlapHoursMax) }),
  response: CabinetKey,
  errors: [
    operationErrors.SUPPLIER_ENDED,
    operationErrors.SUPPLIER_KEY_TAKEN,
    apiErrors.IDEMPOTENCY_IN_FLIGHT,
  ],
});
