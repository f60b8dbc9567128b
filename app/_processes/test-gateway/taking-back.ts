import { createHash, randomBytes } from "node:crypto";
import { addKopecks, decimalRoubles, type Kopecks, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

export type GatewayRefund = {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly state: "done" | "refused";
};

/** What of a payment this is about. Amounts are decimal texts. */
export type PaidMoney = {
  readonly status: string;
  readonly paidAmount: string;
  readonly refunds: GatewayRefund[];
  /** What a dispute has taken. */
  chargedBack: string;
};

/** What can be done to a payment that is paid; the page has a button for each. */
export const afterActions = ["refund", "refundHalf", "chargeBack", "winDispute"] as const;
export type AfterAction = (typeof afterActions)[number];

/** Numbers that everybody knows from other providers' tests; the same number is the same payer to the shop. */
export const testCards = ["4242 4242 4242 4242", "5555 5555 5555 4444", "3782 822463 10005"] as const;

/** What the shop is told of a card: always the same, and no number. */
export function payerOf(card: string): string {
  return `card_${createHash("sha256").update(card.replaceAll(" ", "")).digest("hex").slice(0, 24)}`;
}

const amountOf = (text: string): Kopecks => parseRoubles(text) ?? kopecks(0);

/** What refunds have sent back. */
export function refundedOf({ refunds }: PaidMoney): Kopecks {
  return addKopecks(
    kopecks(0),
    ...refunds.filter(({ state }) => state === "done").map(({ amount }) => amountOf(amount)),
  );
}

/** What is still with the shop. */
export function leftOf(payment: PaidMoney): Kopecks {
  return addKopecks(
    amountOf(payment.paidAmount),
    kopecks(-refundedOf(payment)),
    kopecks(-amountOf(payment.chargedBack)),
  );
}

/** What can be pressed now. */
export function possibleActions(payment: PaidMoney): AfterAction[] {
  if (!["paid", "underpaid", "overpaid"].includes(payment.status)) return [];
  const left = leftOf(payment);
  return afterActions.filter((action) =>
    action === "winDispute" ? amountOf(payment.chargedBack) > 0 : left > (action === "refundHalf" ? 1 : 0),
  );
}

/** A refund, once per reference; more than is left is refused. Answers it, and whether it has just been made. */
export function refund(
  payment: PaidMoney,
  reference: string,
  amount: Kopecks,
): { refund: GatewayRefund; isNew: boolean } {
  const known = payment.refunds.find((one) => one.reference === reference);
  if (known) return { refund: known, isNew: false };
  const state = amount > 0 && amount <= leftOf(payment) ? "done" : "refused";
  const made: GatewayRefund = { id: `re_${randomId()}`, reference, amount: decimalRoubles(amount), state };
  payment.refunds.push(made);
  return { refund: made, isNew: true };
}

/** Does what was pressed. Answers the notice's word for it, or null when it cannot be done now. */
export function takeBack(payment: PaidMoney, action: AfterAction): string | null {
  if (!possibleActions(payment).includes(action)) return null;
  const left = leftOf(payment);
  if (action === "chargeBack") {
    payment.chargedBack = decimalRoubles(addKopecks(amountOf(payment.chargedBack), left));
    return "payment.charged_back";
  }
  if (action === "winDispute") {
    payment.chargedBack = "0.00";
    return "payment.dispute_won";
  }
  refund(payment, `desk-${randomId()}`, action === "refund" ? left : kopecks(Math.floor(left / 2)));
  return "payment.refunded";
}

function randomId(): string {
  return randomBytes(12).toString("base64url");
}
