import {
  type Charge,
  minorOf,
  shareInKopecks,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { stateTable } from "#lib/state-table.ts";

export const paymentStates = [
  "created",
  "pending",
  "underpaid",
  "overpaid",
  "confirmed",
  "credited",
  "expired",
  "failed",
  "refunded",
  "charged_back",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * What can happen to a payment. `open`: the provider has made it; `give_up`: the provider never did; the others are what
 * the provider answers when it is asked, and `credit` is the wallet's part. `restore`: nothing is reversed any more.
 */
export const paymentEvents = [
  "open",
  "give_up",
  "pay_less",
  "pay_more",
  "confirm",
  "credit",
  "decline",
  "expire",
  "refund",
  "charge_back",
  "restore",
] as const;
export type PaymentEvent = (typeof paymentEvents)[number];

/** Money can still come where none has come yet, even after a refusal or the end of the time. */
const stillPayable = { pay_less: "underpaid", pay_more: "overpaid", confirm: "confirmed" } as const;
const reversed = { refund: "refunded", charge_back: "charged_back" } as const;

/**
 * The state table (reliability, section 2). What is not in it cannot happen, so notices may come late, twice and in any
 * order. Another amount than agreed has a state of its own and is never credited by itself.
 */
export const { nextState, statesBefore } = stateTable<PaymentState, PaymentEvent>(paymentStates, {
  created: { open: "pending", give_up: "failed" },
  pending: { ...stillPayable, decline: "failed", expire: "expired" },
  underpaid: { pay_more: "overpaid", confirm: "confirmed", ...reversed },
  overpaid: { ...reversed },
  confirmed: { credit: "credited", ...reversed },
  credited: { ...reversed },
  expired: { ...stillPayable },
  failed: { ...stillPayable },
  refunded: { charge_back: "charged_back", restore: "credited" },
  charged_back: { refund: "refunded", restore: "credited" },
});

/**
 * Where a payment stands once the provider's answer is taken in: what it says implies that the payment was made
 * there, and a confirmed payment is credited at once, unless nobody owns it yet. The same state means that nothing happens.
 */
export function settledState(state: PaymentState, event: PaymentEvent | null, isOwned = true): PaymentState {
  const steps: (PaymentEvent | null)[] = ["open", event, isOwned ? "credit" : null];
  return steps.reduce<PaymentState>(
    (current, step) => (step === null ? current : (nextState(current, step) ?? current)),
    state,
  );
}

/** States in which the sweep goes on asking the provider by itself. */
export const askedStates = ["created", "pending", "underpaid", "confirmed"] as const satisfies PaymentState[];

/** Of these, those whose money is still expected. */
export const expectedStates: readonly PaymentState[] = askedStates.filter(
  (state) => nextState(state, "credit") === null,
);

/** Another amount came than was agreed. */
export const oddStates = ["underpaid", "overpaid"] as const satisfies readonly PaymentState[];

/** Nothing more is expected of the buyer or the provider. */
export function isClosed(state: PaymentState): boolean {
  return !(askedStates as readonly PaymentState[]).includes(state);
}

/** What a provider says about one payment when it is asked. */
export type ProviderPayment = {
  readonly providerPaymentId: string;
  /** Our own reference, as given at creation: `payment-100001`. */
  readonly reference: string;
  /** `paid`: the money that came is there for good, whatever its amount. */
  readonly state: "open" | "processing" | "paid" | "declined" | "expired";
  /** What has come in, whatever left again since: a decimal text, never a number. */
  readonly paidAmount: string;
  readonly paidCurrency: string;
  /** What has left again by refunds or a lost dispute, in all, in the currency that was paid; null when nothing has. */
  readonly reversed: { readonly as: "refund" | "charge_back"; readonly amount: string } | null;
  /** The same for every payment of one card, account or wallet at this provider; null when it tells none. */
  readonly payerFingerprint: string | null;
};

export type Reversal = { readonly as: "refund" | "charge_back"; readonly kopecks: Kopecks };

/**
 * What the provider has reversed in all, in the kopecks of the payment; null when nothing. More than was charged is all of
 * it: fees of a dispute are not the payer's.
 */
export function judgeReversal(
  agreed: Charge,
  amountKopecks: Kopecks,
  answer: ProviderPayment,
): Reversal | null | { readonly unreadable: string } {
  if (answer.state !== "paid" || answer.reversed === null) return null;
  const { as, amount } = answer.reversed;
  const part = minorOf(amount, agreed.currency);
  const whole = minorOf(agreed.amount, agreed.currency);
  if (part === null || whole === null) return { unreadable: `amount reversed ${amount.slice(0, 40)}` };
  const taken = kopecks(shareInKopecks(part, whole, amountKopecks));
  return taken === 0 ? null : { as, kopecks: taken };
}

/**
 * Was it reversed, and is all of it there again (a dispute that was won, a refund that failed)? Where nothing had been credited the
 * money counts as if it had come now.
 */
export function isRestored(
  payment: { readonly state: PaymentState; readonly charge: Charge; readonly amountKopecks: number },
  answer: ProviderPayment,
): boolean {
  if (nextState(payment.state, "restore") === null || answer.state !== "paid") return false;
  return judgeReversal(payment.charge, kopecks(payment.amountKopecks), answer) === null;
}

/** What our own refunds sent back of a payment; of those under way nobody knows whether the provider counts them yet. */
export type SentBack = { readonly arrivedKopecks: number; readonly underWayKopecks: number };

/**
 * What is owed of what a provider has reversed: what our own refunds have not sent back. A refund under way changes nothing of
 * what is owed, as long as that fits, be the refund counted or not.
 */
export function owedOf(
  reversedKopecks: number,
  owedKopecks: number,
  { arrivedKopecks, underWayKopecks }: SentBack,
): number {
  const most = Math.max(0, reversedKopecks - arrivedKopecks);
  const least = Math.max(0, most - underWayKopecks);
  return Math.min(most, Math.max(least, owedKopecks));
}

const referencePattern = /^payment-([1-9]\d{0,14})$/;

/** Our id as the provider knows it. */
export function referenceOf(paymentId: number): string {
  return `payment-${paymentId}`;
}

/** The payment that a reference names, or null when it is none of ours. */
export function paymentIdOf(reference: string): number | null {
  const match = referencePattern.exec(reference);
  return match ? Number(match[1]) : null;
}

export type Judgement = { readonly event: PaymentEvent | null } | { readonly unreadable: string };

/**
 * What the provider's answer means for a payment, in the smallest units of the charged currency. Money in another currency
 * than agreed counts as less than agreed: nothing of it is what was asked for. An amount that is no plain decimal, or finer
 * than the currency, decides nothing.
 */
export function judgeAnswer(agreed: Charge, answer: ProviderPayment): Judgement {
  if (answer.state === "declined") return { event: "decline" };
  if (answer.state === "expired") return { event: "expire" };
  if (answer.state !== "paid") return { event: null };
  if (answer.paidCurrency !== agreed.currency) return { event: "pay_less" };
  const paid = minorOf(answer.paidAmount, agreed.currency);
  const asked = minorOf(agreed.amount, agreed.currency);
  if (paid === null || paid === 0n) return { unreadable: `paid amount ${answer.paidAmount.slice(0, 40)}` };
  if (asked === null) return { unreadable: `charged amount ${agreed.amount}` };
  if (paid === asked) return { event: "confirm" };
  return { event: paid < asked ? "pay_less" : "pay_more" };
}

/** Where the buyer came from; kept through the payment so that the buyer lands back on the purchase. */
export type ReturnContext = {
  readonly service?: string;
  readonly country?: string;
  readonly goback?: boolean;
  readonly externalId?: string;
  /** What is bought beside numbers (`plannedText`). */
  readonly planned?: string;
};

/**
 * What an idempotency key stands for of it. `planned` came later and counts where it is there, so that a key of before
 * means what it meant.
 */
export function placeParts({ service, country, goback, externalId, planned }: ReturnContext): unknown[] {
  const parts: unknown[] = [service, country, goback, externalId];
  return planned === undefined ? parts : [...parts, planned];
}

export const limits = {
  /** A payment can be paid for so long; the provider is told the same. */
  openMinutes: 60,
  /** Beyond its time a payment is asked for once more before it expires: it may have been paid in the last second. */
  expiryGraceSeconds: 60,
  /** A payment that the provider never made is given up after so long. */
  openingMinutes: 15,
  /** Payments one user may begin in an hour. */
  startsPerHour: 60,
  /** The pause before the first question of the sweep, doubled with each one up to the longest. */
  firstAskSeconds: 10,
  longestAskSeconds: 600,
  /** So long an underpaid payment is asked for: the rest may come. */
  underpaidDays: 3,
  noticeBytes: 64 * 1024,
  /** Signatures older or newer than this are refused. */
  noticeAgeSeconds: 300,
  /** Refused notices are noted up to so many a minute, and for so many days. */
  refusedNoticesPerMinute: 60,
  refusedNoticesDays: 7,
} as const;

/**
 * The smallest top-up, in kopecks, after which a number can be bought: its price and the debt that a top-up pays first, less
 * what is on the balance. Zero where the balance covers it; a negative balance counts as empty, since its
 * debt is told apart.
 */
export function missingFor(purchase: {
  readonly priceKopecks: number;
  readonly debtKopecks: number;
  readonly availableKopecks: number;
}): number {
  const { priceKopecks, debtKopecks, availableKopecks } = purchase;
  return Math.max(0, priceKopecks + debtKopecks - Math.max(0, availableKopecks));
}
