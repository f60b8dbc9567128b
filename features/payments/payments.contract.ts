import { z } from "zod";
import { chargeCurrencies } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { methodScreens } from "#features/payments/methods.rules.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import { paymentStates } from "#features/payments/payments.rules.ts";
import { type Planned, plannedPattern } from "#features/payments/planned.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { idParams } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const instant = z.iso.datetime();
const Amount = z.number().int().positive();

/** A way to pay. Limits include their bounds. */
export const MethodView = z.strictObject({
  id: z.string(),
  name: z.string(),
  /** What comes after the amount: the provider's page, an invoice of ours, a field for a code, or how to reach support. */
  screen: z.enum(methodScreens),
  /** Paths of the marks. */
  marks: z.array(z.string()),
  minPriceKopecks: Amount,
  maxPriceKopecks: Amount,
  /** What the payer is charged in. */
  currency: z.enum(chargeCurrencies),
  /** Roubles for one unit of that currency now (`81.500000`); null for roubles. */
  rubPerUnit: z.string().nullable(),
});
export type MethodView = z.infer<typeof MethodView>;

/** A service or country as the page that sent the buyer named it: an id, a code or a slug. */
export const PurchaseKey = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);

/** Where the buyer comes from: what they were about to buy, and an id of the caller's own. Given back with the payment. */
export const ReturnPlace = z.strictObject({
  service: PurchaseKey.optional(),
  country: PurchaseKey.optional(),
  goback: z.boolean().optional(),
  externalId: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/)
    .optional(),
  /** What is bought beside numbers: `software-3`, `accounts-17-2`. */
  planned: z.string().regex(plannedPattern).optional(),
});

/** A payment as its payer sees it. */
export const PaymentView = z.strictObject({
  id: z.number().int(),
  method: z.string(),
  methodName: z.string(),
  /** What its method shows: an invoice and a transfer have a page of ours, whatever their state. */
  screen: z.enum(methodScreens),
  amountKopecks: Amount,
  /** What is to be paid for it. */
  charge: z.strictObject({ amount: z.string(), currency: z.enum(chargeCurrencies) }),
  state: z.enum(paymentStates),
  /** The state in words, in the caller's language. */
  stateText: z.string(),
  /** True while something may still change by itself. */
  isOpen: z.boolean(),
  /** What the provider says has come in, when it is not what was agreed. */
  received: z.strictObject({ amount: z.string(), currency: z.string() }).nullable(),
  /** What of the credited amount its provider has reversed (refund or lost dispute). */
  takenBackKopecks: z.number().int(),
  /** Where it can be paid; null when there is nothing left to pay. */
  redirectUrl: z.string().nullable(),
  service: z.string().nullable(),
  country: z.string().nullable(),
  goback: z.boolean(),
  externalId: z.string().nullable(),
  planned: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  creditedAt: instant.nullable(),
});
export type PaymentView = z.infer<typeof PaymentView>;

/** What the buyer was about to buy, to be shown and gone back to. */
export type PlannedPurchase = {
  readonly kind: "number" | Planned["kind"];
  readonly name: string;
  readonly icon: string | null;
  readonly country: { name: string; icon: string } | null;
  /** Address without the language. */
  readonly path: string;
};

export const listMethodsEndpoint = defineEndpoint({
  id: "listPaymentMethods",
  method: "GET",
  path: "/payments/methods",
  summary: "Ways to top up, with their limits",
  tag: "payments",
  access: "public",
  scope: "read",
  response: z.strictObject({ methods: z.array(MethodView), quickAmountsKopecks: z.array(Amount) }),
  errors: [],
});

/** What beginning a payment is refused with, whoever pays. */
export const beginErrors = [
  paymentErrors.METHOD_NOT_FOUND,
  paymentErrors.AMOUNT_NOT_POSITIVE,
  paymentErrors.AMOUNT_TOO_SMALL,
  paymentErrors.AMOUNT_TOO_LARGE,
  paymentErrors.PROVIDER_UNAVAILABLE,
  paymentErrors.PAYMENT_OVER,
  apiErrors.TOO_MANY_REQUESTS,
];

export const startPaymentEndpoint = defineEndpoint({
  id: "startPayment",
  method: "POST",
  path: "/payments",
  summary: "Begin a top-up",
  description:
    "The amount is given either as `amountKopecks` or as `amount`, roubles with a dot " +
    "(`100.50`). `redirectUrl` is where to send the payer; it may be a path on this site.",
  tag: "payments",
  access: "session",
  keyed: true,
  body: z
    .strictObject({
      method: z.string().regex(/^[a-z0-9-]{1,40}$/),
      amountKopecks: z.number().int().min(-Number.MAX_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER).optional(),
      amount: z
        .string()
        .regex(/^-?\d{1,12}(\.\d{1,2})?$/, "roubles with at most two digits behind a dot")
        .optional(),
      ...ReturnPlace.shape,
    })
    .refine((body) => (body.amountKopecks === undefined) !== (body.amount === undefined), {
      path: ["amountKopecks"],
      message: "give either amountKopecks or amount",
    }),
  status: 201,
  response: z.strictObject({ id: z.number().int(), redirectUrl: z.string() }),
  errors: beginErrors,
});

export const getPaymentEndpoint = defineEndpoint({
  id: "getPayment",
  method: "GET",
  path: "/payments/{id}",
  summary: "One of the own payments with its state",
  tag: "payments",
  access: "session",
  params: idParams,
  response: PaymentView,
  errors: [paymentErrors.PAYMENT_NOT_FOUND],
});

/** Payment providers call this. The signature is checked over the raw body; the provider is asked before anything moves. */
export const receiveNoticeEndpoint = defineEndpoint({
  id: "receivePaymentNotice",
  method: "POST",
  path: "/payments/webhooks/{provider}",
  summary: "Notice of a payment provider (signed)",
  description:
    "Answers 200 only after everything the notice led to is stored; anything else asks to send it again.",
  tag: "payments",
  access: "public",
  serverToServer: true,
  params: z.object({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  response: z.strictObject({ received: z.literal(true) }),
  errors: [
    paymentErrors.NOTICE_REFUSED,
    paymentErrors.PROVIDER_UNAVAILABLE,
    apiErrors.NOT_FOUND,
    apiErrors.VALIDATION,
    apiErrors.PAYLOAD_TOO_LARGE,
    apiErrors.UNSUPPORTED_MEDIA_TYPE,
  ],
});
