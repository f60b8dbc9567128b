import { z } from "zod";
import {
  before,
  Day,
  IdNumber,
  instant,
  Person,
  pageOf,
  Reason,
} from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import {
  correctionKinds,
  correctionLimits,
  correctionStates,
} from "#features/back-office/corrections/corrections.rules.ts";
import { fineCauses } from "#features/partners/fines.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const Amount = z.number().int().positive().max(correctionLimits.largestKopecks);

export const CorrectionView = z.strictObject({
  id: z.number().int(),
  kind: z.enum(correctionKinds),
  state: z.enum(correctionStates),
  user: Person,
  activationId: z.number().int().nullable(),
  /** Of a partner's fine. */
  fine: z.strictObject({ cause: z.enum(fineCauses), orderId: z.number().int().nullable() }).nullable(),
  amountKopecks: z.number().int(),
  reason: z.string(),
  needsSecond: z.boolean(),
  /** Only a lead may sign it. */
  needsLead: z.boolean(),
  isExpired: z.boolean(),
  proposer: Person,
  decider: Person.nullable(),
  decisionNote: z.string().nullable(),
  transferId: z.number().int().nullable(),
  proposedAt: instant,
  expiresAt: instant,
  decidedAt: instant.nullable(),
  /** What the wallet can give and what is owed now: the figures before and after. */
  walletKopecks: z.number().int(),
  debtKopecks: z.number().int(),
  /** What keeps the caller from signing it. */
  problem: z.enum(["same-person", "own-account", "lead-needed"]).nullable(),
});
export type CorrectionView = z.infer<typeof CorrectionView>;

export const listCorrectionsEndpoint = defineEndpoint({
  id: "deskListCorrections",
  method: "GET",
  path: "/desk/corrections",
  tag: "desk",
  summary: "Corrections of balances, newest first",
  access: "staff",
  permission: "support",
  query: z.object({
    state: z.enum(correctionStates).optional(),
    kind: z.enum(correctionKinds).optional(),
    userId: Id.optional(),
    /** Days in UTC, both included: of the proposal, or of the decision. */
    from: Day.optional(),
    to: Day.optional(),
    days: z.enum(["proposed", "decided"]).default("proposed"),
    before,
  }),
  response: pageOf(CorrectionView),
  errors: [],
});

export const getCorrectionEndpoint = defineEndpoint({
  id: "deskGetCorrection",
  method: "GET",
  path: "/desk/corrections/{id}",
  tag: "desk",
  summary: "One correction",
  access: "staff",
  permission: "support",
  params: idParams,
  response: CorrectionView,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});

const proposalErrors = [
  backOfficeErrors.DESK_NOTHING_THERE,
  backOfficeErrors.OWN_ACCOUNT,
  backOfficeErrors.DEBT_TOO_SMALL,
  backOfficeErrors.ORDER_NOT_CAPTURED,
  backOfficeErrors.ORDER_REFUND_EXISTS,
] as const;

export const proposeCorrectionEndpoint = defineEndpoint({
  id: "deskProposeCorrection",
  method: "POST",
  path: "/desk/corrections",
  tag: "desk",
  summary: "Propose a correction; another person carries it out",
  description:
    "A refund of an order is always of its whole price; a small one is carried out at once, and so is a small fine of a partner, which is then " +
    "announced.",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  body: z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("adjustment_credit"),
      userId: IdNumber,
      amountKopecks: Amount,
      reason: Reason,
    }),
    z.strictObject({
      kind: z.literal("adjustment_debit"),
      userId: IdNumber,
      amountKopecks: Amount,
      reason: Reason,
    }),
    z.strictObject({
      kind: z.literal("debt_write_off"),
      userId: IdNumber,
      amountKopecks: Amount,
      reason: Reason,
    }),
    z.strictObject({
      kind: z.literal("partner_fine"),
      userId: IdNumber,
      amountKopecks: Amount,
      cause: z.enum(fineCauses),
      /** The activation that it is about. */
      orderId: IdNumber.optional(),
      /** Told to the partner. */
      reason: Reason,
    }),
    z.strictObject({ kind: z.literal("activation_refund"), activationId: IdNumber, reason: Reason }),
  ]),
  status: 201,
  response: CorrectionView,
  errors: proposalErrors,
});

const decisionErrors = [
  backOfficeErrors.DESK_NOTHING_THERE,
  backOfficeErrors.OWN_ACCOUNT,
  backOfficeErrors.SAME_PERSON,
  backOfficeErrors.CORRECTION_DECIDED,
] as const;

export const carryOutCorrectionEndpoint = defineEndpoint({
  id: "deskCarryOutCorrection",
  method: "POST",
  path: "/desk/corrections/{id}/carry-out",
  tag: "desk",
  summary: "Sign a correction as the second person; it is carried out",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  params: idParams,
  body: z.strictObject({ note: z.string().trim().max(500).default("") }),
  response: CorrectionView,
  errors: [
    ...decisionErrors,
    backOfficeErrors.LEAD_NEEDED,
    backOfficeErrors.CORRECTION_EXPIRED,
    backOfficeErrors.WALLET_TOO_SMALL,
    backOfficeErrors.DEBT_TOO_SMALL,
    backOfficeErrors.ORDER_NOT_CAPTURED,
  ],
});

export const rejectCorrectionEndpoint = defineEndpoint({
  id: "deskRejectCorrection",
  method: "POST",
  path: "/desk/corrections/{id}/reject",
  tag: "desk",
  summary: "Refuse a correction, or as its proposer take it back",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: CorrectionView,
  errors: decisionErrors,
});

/** An order that may be refunded. */
export const DeskOrderView = z.strictObject({
  id: z.number().int(),
  userId: z.number().int(),
  state: z.string(),
  priceKopecks: z.number().int(),
  service: z.string(),
  country: z.string(),
  requestedAt: instant,
  isCaptured: z.boolean(),
  refundId: z.number().int().nullable(),
});
export type DeskOrderView = z.infer<typeof DeskOrderView>;

export const getDeskOrderEndpoint = defineEndpoint({
  id: "deskGetOrder",
  method: "GET",
  path: "/desk/orders/{id}",
  tag: "desk",
  summary: "An order and whether it can be refunded",
  access: "staff",
  permission: "support",
  params: idParams,
  response: DeskOrderView,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});
