import { z } from "zod";
import {
  before,
  IdNumber,
  instant,
  Person,
  pageOf,
  Reason,
} from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { deskWithdrawalSteps } from "#features/back-office/withdrawals/withdrawals.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import {
  withdrawalMethods,
  withdrawalSources,
  withdrawalStates,
} from "#features/payments/withdrawals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

export const DeskWithdrawalView = z.strictObject({
  id: z.number().int(),
  user: Person,
  source: z.enum(withdrawalSources),
  /** Of the source `partner`: what the partner's modems sell as. */
  supplier: z.strictObject({ code: z.string(), name: z.string() }).nullable(),
  method: z.enum(withdrawalMethods),
  state: z.enum(withdrawalStates),
  paymentId: z.number().int().nullable(),
  amountKopecks: z.number().int(),
  feeKopecks: z.number().int(),
  bonusKopecks: z.number().int(),
  payout: z.strictObject({ amount: z.string(), currency: z.string() }),
  requisites: z.string().nullable(),
  /** What the user wrote to the staff. */
  comment: z.string().nullable(),
  needsSecond: z.boolean(),
  firstApprovedBy: Person.nullable(),
  approvedBy: Person.nullable(),
  closedBy: Person.nullable(),
  /** Of the staff who asked for it in the user's name. */
  proposer: Person.nullable(),
  proposalReason: z.string().nullable(),
  reason: z.string().nullable(),
  transactionId: z.string().nullable(),
  createdAt: instant,
  closedAt: instant.nullable(),
  /** No money goes to its new card or address before then. */
  restsUntil: instant.nullable(),
  /** What the caller can do about it now. */
  steps: z.array(z.enum(deskWithdrawalSteps)),
});
export type DeskWithdrawalView = z.infer<typeof DeskWithdrawalView>;

export const listDeskWithdrawalsEndpoint = defineEndpoint({
  id: "deskListWithdrawals",
  method: "GET",
  path: "/desk/withdrawals",
  tag: "desk",
  summary: "Withdrawals, newest first",
  access: "staff",
  permission: "support",
  query: z.object({
    state: z.enum([...withdrawalStates, "waiting"]).optional(),
    source: z.enum(withdrawalSources).optional(),
    userId: Id.optional(),
    before,
  }),
  response: pageOf(DeskWithdrawalView),
  errors: [],
});

export const getDeskWithdrawalEndpoint = defineEndpoint({
  id: "deskGetWithdrawal",
  method: "GET",
  path: "/desk/withdrawals/{id}",
  tag: "desk",
  summary: "One withdrawal",
  access: "staff",
  permission: "support",
  params: idParams,
  response: DeskWithdrawalView,
  errors: [withdrawalErrors.WITHDRAWAL_NOT_FOUND],
});

export const stepDeskWithdrawalEndpoint = defineEndpoint({
  id: "deskStepWithdrawal",
  method: "POST",
  path: "/desk/withdrawals/{id}/steps",
  tag: "desk",
  summary: "Sign, refuse, send, confirm or bring back a withdrawal",
  description:
    "Each step starts from certain states only, so a call that is repeated does nothing twice; the same person's answers as before. " +
    "Above the limit `approve` takes two different people.",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.discriminatedUnion("step", [
    z.strictObject({ step: z.enum(["approve", "reject", "send", "return"]), reason: Reason }),
    z.strictObject({
      step: z.literal("confirm"),
      reason: Reason,
      transactionId: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{3,200}$/),
    }),
  ]),
  response: DeskWithdrawalView,
  errors: [
    withdrawalErrors.WITHDRAWAL_NOT_FOUND,
    withdrawalErrors.OWN_WITHDRAWAL,
    withdrawalErrors.WITHDRAWAL_MOVED_ON,
    withdrawalErrors.WITHDRAWAL_BLOCKED_BY_DEBT,
    withdrawalErrors.WITHDRAWAL_RESTS,
    withdrawalErrors.WITHDRAWAL_NOT_BY_HAND,
    withdrawalErrors.TRANSACTION_ALREADY_USED,
    backOfficeErrors.SAME_PERSON,
  ],
});

export const revealDestinationEndpoint = defineEndpoint({
  id: "deskRevealRequisites",
  method: "POST",
  path: "/desk/withdrawals/{id}/requisites",
  tag: "desk",
  summary: "Card number or address in full; every look is noted",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: idParams,
  body: z.strictObject({ reason: Reason }),
  response: z.strictObject({ requisites: z.string().nullable() }),
  errors: [withdrawalErrors.WITHDRAWAL_NOT_FOUND, withdrawalErrors.OWN_WITHDRAWAL],
});

export const refundPaymentEndpoint = defineEndpoint({
  id: "deskRefundPayment",
  method: "POST",
  path: "/desk/refunds",
  tag: "desk",
  summary:
    "Ask for unused money of a payment to go back to its source; another person signs it as a withdrawal",
  access: "staff",
  permission: "money",
  stepUp: true,
  keyed: true,
  body: z.strictObject({ paymentId: IdNumber, amountKopecks: IdNumber, reason: Reason }),
  status: 201,
  response: DeskWithdrawalView,
  errors: [
    backOfficeErrors.DESK_NOTHING_THERE,
    backOfficeErrors.OWN_ACCOUNT,
    paymentErrors.PAYMENT_NOT_FOUND,
    withdrawalErrors.WITHDRAWALS_PAUSED,
    withdrawalErrors.WITHDRAWAL_METHOD_NOT_OFFERED,
    withdrawalErrors.WITHDRAWAL_TOO_SMALL,
    withdrawalErrors.WITHDRAWAL_TOO_LARGE,
    withdrawalErrors.WITHDRAWAL_BLOCKED_BY_DEBT,
    withdrawalErrors.TOO_MANY_OPEN_WITHDRAWALS,
    withdrawalErrors.RATE_UNKNOWN,
    apiErrors.TOO_MANY_REQUESTS,
  ],
});
