import { z } from "zod";
import { before, Day, instant, Person, pageOf } from "#features/back-office/back-office.contract.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id, idParams } from "#lib/api/ids.ts";

const Code = z.string().regex(/^[a-z0-9-]{1,40}$/);

export const DeskPayment = z.strictObject({
  id: z.number().int(),
  /** Null: a guest's, which no account has taken. */
  user: Person.nullable(),
  method: z.string(),
  provider: z.string(),
  providerPaymentId: z.string().nullable(),
  amountKopecks: z.number().int(),
  state: z.enum(paymentStates),
  /** What was charged, where it was not roubles. */
  charged: z.strictObject({ amount: z.string(), currency: z.string() }).nullable(),
  /** What the provider last said has come in. */
  received: z.strictObject({ amount: z.string(), currency: z.string() }).nullable(),
  takenBackKopecks: z.number().int(),
  createdAt: instant,
  creditedAt: instant.nullable(),
});
export type DeskPayment = z.infer<typeof DeskPayment>;

/** A notice as it came. Refused ones keep no body. */
const NoticeView = z.strictObject({
  id: z.number().int(),
  eventId: z.string().nullable(),
  isSigned: z.boolean(),
  times: z.number().int(),
  outcome: z.string().nullable(),
  body: z.string().nullable(),
  receivedAt: instant,
  lastReceivedAt: instant,
});

/** A movement of money that belongs to something. */
export const TransferLine = z.strictObject({
  id: z.number().int(),
  kind: z.string(),
  phase: z.string(),
  amountKopecks: z.number().int(),
  debit: z.string(),
  credit: z.string(),
  reference: z.string(),
  at: instant,
});
export type TransferLine = z.infer<typeof TransferLine>;

export const DeskPaymentDetails = DeskPayment.extend({
  expiresAt: instant,
  /** When the provider is asked next by itself; null = nothing left to ask. */
  dueAt: instant.nullable(),
  asks: z.number().int(),
  hasFingerprint: z.boolean(),
  notices: z.array(NoticeView),
  transfers: z.array(TransferLine),
});
export type DeskPaymentDetails = z.infer<typeof DeskPaymentDetails>;

export const listDeskPaymentsEndpoint = defineEndpoint({
  id: "deskListPayments",
  method: "GET",
  path: "/desk/payments",
  tag: "desk",
  summary: "Payments, newest first",
  access: "staff",
  permission: "support",
  query: z.object({
    /** `odd`: another amount came than was agreed. */
    state: z.enum([...paymentStates, "odd"]).optional(),
    method: Code.optional(),
    userId: Id.optional(),
    /** Our id, or the provider's. */
    search: z.string().trim().min(1).max(200).optional(),
    /** Days in UTC, both included: of the start, or of the credit. */
    from: Day.optional(),
    to: Day.optional(),
    days: z.enum(["started", "credited"]).default("started"),
    before,
  }),
  response: pageOf(DeskPayment),
  errors: [],
});

export const getDeskPaymentEndpoint = defineEndpoint({
  id: "deskGetPayment",
  method: "GET",
  path: "/desk/payments/{id}",
  tag: "desk",
  summary: "One payment with its notices and transfers",
  access: "staff",
  permission: "support",
  params: idParams,
  response: DeskPaymentDetails,
  errors: [backOfficeErrors.DESK_NOTHING_THERE],
});

/** What the provider says now, and what that led to. */
export const ProviderWord = z.strictObject({
  state: z.string(),
  amount: z.string(),
  currency: z.string(),
  takenBack: z.string().nullable(),
  /** The payment's new state, `unchanged`, or `unknown` for a payment that the provider does not know. */
  settled: z.string(),
});

export const askProviderEndpoint = defineEndpoint({
  id: "deskAskProvider",
  method: "POST",
  path: "/desk/payments/{id}/ask",
  tag: "desk",
  summary: "Ask the provider about a payment now; its answer is taken in as always",
  access: "staff",
  permission: "support",
  stepUp: true,
  params: idParams,
  response: ProviderWord,
  errors: [backOfficeErrors.DESK_NOTHING_THERE, paymentErrors.PROVIDER_UNAVAILABLE],
});
