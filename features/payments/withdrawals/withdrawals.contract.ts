import { z } from "zod";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import {
  withdrawalLimits,
  withdrawalMethods,
  withdrawalSources,
  withdrawalStages,
  withdrawalStates,
} from "#features/payments/withdrawals.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const instant = z.iso.datetime();
const Amount = z.number().int().positive();

/** Money on its way out, as its owner sees it. */
export const WithdrawalView = z.strictObject({
  id: z.number().int(),
  source: z.enum(withdrawalSources),
  method: z.enum(withdrawalMethods),
  methodName: z.string(),
  state: z.enum(withdrawalStates),
  /** The state in words, in the caller's language. */
  stateText: z.string(),
  /** Why it was rejected or came back; null otherwise. */
  reason: z.string().nullable(),
  amountKopecks: Amount,
  feeKopecks: z.number().int(),
  /** Bonus money kept aside with it until the house has taken its part back. */
  bonusKopecks: z.number().int(),
  payout: z.strictObject({ amount: z.string(), currency: z.string() }),
  /** Where it goes, with most of it hidden. */
  requisites: z.string().nullable(),
  /** What its owner wrote to the staff. */
  comment: z.string().nullable(),
  paymentId: z.number().int().nullable(),
  /** The refund's or transaction's id once it is paid. */
  transactionId: z.string().nullable(),
  canCancel: z.boolean(),
  /**
   * No money goes to its card or address before then: it is new, or its owner's e-mail address is, or the second factor was removed
   * as lost. Null when it may.
   */
  restsUntil: instant.nullable(),
  createdAt: instant,
  closedAt: instant.nullable(),
});
export type WithdrawalView = z.infer<typeof WithdrawalView>;

/** A way out with its limits. */
export const WithdrawalMethodView = z.strictObject({
  method: z.enum(withdrawalMethods),
  name: z.string(),
  minKopecks: Amount,
  feeKopecks: z.number().int(),
  /** What arrives is counted in this. */
  currency: z.string(),
  /** Roubles for one unit, as a decimal text; null for roubles. */
  rubPerUnit: z.string().nullable(),
});
export type WithdrawalMethodView = z.infer<typeof WithdrawalMethodView>;

/** A top-up of which something is still in the wallet. */
export const UnusedTopUp = z.strictObject({
  paymentId: z.number().int(),
  methodName: z.string(),
  amountKopecks: Amount,
  /** What can go back now; 0 when only support can send it back. */
  refundableKopecks: z.number().int(),
  /** Still in the wallet, but its provider sends nothing back by itself: write to support. */
  throughSupportKopecks: z.number().int(),
  creditedAt: instant,
});
export type UnusedTopUp = z.infer<typeof UnusedTopUp>;

export const WithdrawalOptions = z.strictObject({
  source: z.enum(withdrawalSources),
  /** What can be taken out of this source in all. */
  availableKopecks: z.number().int(),
  /** Kept aside for withdrawals of this source that are under way; 0 for the source `top_up`. */
  heldKopecks: z.number().int(),
  /** Bonus money in the wallet: it does not leave, and is reversed with the top-ups it was given for. */
  bonusKopecks: z.number().int(),
  methods: z.array(WithdrawalMethodView),
  /** Of the source `top_up` only, newest first. */
  topUps: z.array(UnusedTopUp),
  /** What stands in the way of any withdrawal. */
  blockedBy: z.enum(["debt", "paused"]).nullable(),
  /** No money of the account goes to a card or address before then; null when it may. */
  restsUntil: instant.nullable(),
});
export type WithdrawalOptions = z.infer<typeof WithdrawalOptions>;

const Source = z.enum(withdrawalSources);
const BY_ROLE = "The source `partner` is there for partners alone, `store` for owners of stores.";

export const getWithdrawalOptionsEndpoint = defineEndpoint({
  id: "getWithdrawalOptions",
  method: "GET",
  path: "/withdrawals/options",
  summary: "What can be withdrawn, and by which ways",
  tag: "withdrawals",
  access: "session",
  description: BY_ROLE,
  query: z.object({ source: Source }),
  response: WithdrawalOptions,
  errors: [apiErrors.NOT_FOUND],
});

export const listWithdrawalsEndpoint = defineEndpoint({
  id: "listWithdrawals",
  method: "GET",
  path: "/withdrawals",
  summary: "Own withdrawals, newest first",
  description: BY_ROLE,
  tag: "withdrawals",
  access: "session",
  query: z.object({
    source: Source.optional(),
    /** `open` is under way, `paid` has arrived, `released` gave its money back. */
    stage: z.enum(withdrawalStages).optional(),
    /** The id of the last one of the page before. */
    before: Id.optional(),
  }),
  response: z.strictObject({ withdrawals: z.array(WithdrawalView), hasMore: z.boolean() }),
  errors: [apiErrors.NOT_FOUND],
});

export const requestWithdrawalEndpoint = defineEndpoint({
  id: "requestWithdrawal",
  method: "POST",
  path: "/withdrawals",
  summary: "Ask for a withdrawal",
  description:
    "The amount is reserved at once and sent after the staff's " +
    "approval. `paymentId` names the top-up that goes back (source `top_up`), `requisites` the card number or the TRC-20 " +
    `address. A session is needed: an API key moves no money out. ${BY_ROLE}`,
  tag: "withdrawals",
  access: "session",
  stepUp: true,
  keyed: true,
  body: z.strictObject({
    source: Source,
    method: z.enum(withdrawalMethods),
    amountKopecks: Amount.max(Number.MAX_SAFE_INTEGER),
    paymentId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    requisites: z.string().min(1).max(100).optional(),
    /** Words for the staff. */
    comment: z.string().trim().max(withdrawalLimits.commentLength).optional(),
  }),
  status: 201,
  response: WithdrawalView,
  errors: [
    withdrawalErrors.WITHDRAWALS_PAUSED,
    withdrawalErrors.WITHDRAWAL_METHOD_NOT_OFFERED,
    withdrawalErrors.WITHDRAWAL_TOO_SMALL,
    withdrawalErrors.WITHDRAWAL_TOO_LARGE,
    withdrawalErrors.WITHDRAWAL_BLOCKED_BY_DEBT,
    withdrawalErrors.REQUISITES_INVALID,
    withdrawalErrors.TOO_MANY_OPEN_WITHDRAWALS,
    withdrawalErrors.RATE_UNKNOWN,
    paymentErrors.PAYMENT_NOT_FOUND,
    apiErrors.NOT_FOUND,
    apiErrors.TOO_MANY_REQUESTS,
    identityErrors.TOO_MANY_ATTEMPTS,
  ],
});

export const confirmWithdrawalDestinationEndpoint = defineEndpoint({
  id: "confirmWithdrawalRequisites",
  method: "POST",
  path: "/withdrawals/{id}/confirm",
  summary: "Confirm a new card or address with the mailed code",
  description:
    "A withdrawal to a card or address that was not used before is `unconfirmed` until the code of the mail is entered, within 60 " +
    "minutes and five tries. From then on no money goes there for 24 hours (`restsUntil`); until then it can be cancelled.",
  tag: "withdrawals",
  access: "session",
  stepUp: true,
  params: idParams,
  body: z.strictObject({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/),
  }),
  response: WithdrawalView,
  errors: [
    withdrawalErrors.WITHDRAWAL_NOT_FOUND,
    withdrawalErrors.WITHDRAWAL_MOVED_ON,
    withdrawalErrors.REQUISITES_CODE_WRONG,
    withdrawalErrors.REQUISITES_CODE_EXPIRED,
  ],
});

export const cancelWithdrawalEndpoint = defineEndpoint({
  id: "cancelWithdrawal",
  method: "POST",
  path: "/withdrawals/{id}/cancel",
  summary: "Take a request back before it is approved",
  tag: "withdrawals",
  access: "session",
  params: idParams,
  response: WithdrawalView,
  errors: [withdrawalErrors.WITHDRAWAL_NOT_FOUND, withdrawalErrors.WITHDRAWAL_MOVED_ON],
});
