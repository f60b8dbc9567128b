import { randomBytes } from "node:crypto";
import path from "node:path";
import {
  type AfterAction,
  type GatewayRefund,
  payerOf,
  refund,
  takeBack,
  testCards,
} from "#app/_processes/test-gateway/taking-back.ts";
import { nowMs } from "#lib/clock.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { addKopecks, decimalRoubles, type Kopecks, kopecks, parseRoubles } from "#lib/money/kopecks.ts";
import { ensureFolder, readJson, writeFileAtomically } from "#lib/tooling/files.ts";

export type GatewayStatus =
  | "open"
  | "processing"
  | "paid"
  | "underpaid"
  | "overpaid"
  | "declined"
  | "expired";

export type GatewayPayment = {
  id: string;
  reference: string;
  /** Decimal texts: "100.50". */
  amount: string;
  paidAmount: string;
  currency: string;
  description: string;
  locale: Locale;
  returnUrl: string;
  notifyUrl: string;
  status: GatewayStatus;
  createdAtMs: number;
  expiresAtMs: number;
  /** When a payment under way is through. */
  paidAtMs: number | null;
  /** Stands for the card it was paid with; null before. */
  payer: string | null;
  refunds: GatewayRefund[];
  /** What a dispute has taken: a decimal text. */
  chargedBack: string;
};

/** One sending of one notice; every notice is sent two or three times. */
export type Delivery = {
  id: string;
  url: string;
  body: string;
  dueAtMs: number;
  attempts: number;
  createdAtMs: number;
};

export type NewPayment = Pick<
  GatewayPayment,
  "reference" | "amount" | "currency" | "description" | "locale" | "returnUrl" | "notifyUrl" | "expiresAtMs"
>;

/** What the person on the hosted page chose. */
export const payActions = ["pay", "less", "more", "later", "decline"] as const;
export type PayAction = (typeof payActions)[number];

type Content = { payments: GatewayPayment[]; deliveries: Delivery[] };

const KEPT_MS = 7 * 24 * 3_600_000;
const EARLIEST_NOTICE_MS = 200;

/** The provider's books, kept in a file: a killed gateway goes on where it was. */
export class GatewayStore {
  readonly #file: string;
  readonly #slowestNoticeMs: number;
  readonly #payments: Map<string, GatewayPayment>;
  #deliveries: Delivery[];

  constructor(options: { file: string; slowestNoticeMs: number }) {
    this.#file = options.file;
    this.#slowestNoticeMs = options.slowestNoticeMs;
    ensureFolder(path.dirname(options.file));
    const { payments = [], deliveries = [] } = readJson<Partial<Content>>(options.file) ?? {};
    // Books from before refunds have none.
    const none = () => ({ payer: null, refunds: [], chargedBack: "0.00" });
    this.#payments = new Map(
      payments.map((payment) => [payment.id, Object.assign(none(), payment) as GatewayPayment]),
    );
    this.#deliveries = deliveries;
  }

  find(id: string): GatewayPayment | null {
    return this.#payments.get(id) ?? null;
  }

  /** The payment of a reference: the same one again for the same order, null when the order differs. */
  create(order: NewPayment): GatewayPayment | null {
    const known = [...this.#payments.values()].find(({ reference }) => reference === order.reference);
    if (known) return known.amount === order.amount && known.currency === order.currency ? known : null;
    const payment: GatewayPayment = {
      ...order,
      id: `tp_${randomBytes(16).toString("base64url")}`,
      paidAmount: "0.00",
      status: "open",
      createdAtMs: nowMs(),
      paidAtMs: null,
      payer: null,
      refunds: [],
      chargedBack: "0.00",
    };
    this.#payments.set(payment.id, payment);
    this.#save();
    return payment;
  }

  /** The newest payments, at most `limit`. */
  list(limit: number): GatewayPayment[] {
    return [...this.#payments.values()].reverse().slice(0, limit);
  }

  /** Does what the payer chose, with one of the test cards; nothing when the payment is no longer open. */
  act(payment: GatewayPayment, action: PayAction, card: string = testCards[0]): void {
    this.turn();
    if (payment.status !== "open") return;
    if (action !== "decline") payment.payer = payerOf(card);
    const amount = parseRoubles(payment.amount) ?? kopecks(0);
    if (action === "pay") this.#move(payment, "paid", amount);
    if (action === "less") this.#move(payment, "underpaid", kopecks(Math.max(1, Math.floor(amount / 2))));
    if (action === "more") this.#move(payment, "overpaid", addKopecks(amount, kopecks(5_000)));
    if (action === "decline") this.#move(payment, "declined", kopecks(0));
    if (action === "later") {
      payment.paidAtMs = nowMs() + 2 * this.#slowestNoticeMs;
      this.#move(payment, "processing", kopecks(0));
    }
  }

  /** Takes money back, or gives it back, as the provider's staff or the payer's bank would. */
  takeBack(payment: GatewayPayment, action: AfterAction): void {
    const type = takeBack(payment, action);
    if (type !== null) this.#tell(payment, type);
  }

  /** Sends money back for the shop, once per reference. */
  refund(payment: GatewayPayment, reference: string, amount: Kopecks): GatewayRefund {
    const made = refund(payment, reference, amount);
    if (made.isNew) this.#tell(payment, "payment.refunded");
    return made.refund;
  }

  #tell(payment: GatewayPayment, type: string): void {
    this.#announce(payment, type);
    this.#save();
  }

  /** What happens by itself: payments under way get through, unpaid ones expire, old ones are forgotten. */
  turn(): void {
    const now = nowMs();
    for (const payment of this.#payments.values()) {
      if (payment.status === "processing" && payment.paidAtMs !== null && payment.paidAtMs <= now) {
        this.#move(payment, "paid", parseRoubles(payment.amount) ?? kopecks(0));
      }
      if (payment.status === "open" && payment.expiresAtMs <= now) this.#move(payment, "expired", kopecks(0));
      if (payment.createdAtMs < now - KEPT_MS) this.#payments.delete(payment.id);
    }
  }

  /** Deliveries whose time has come. */
  due(): Delivery[] {
    const now = nowMs();
    return this.#deliveries.filter(({ dueAtMs }) => dueAtMs <= now);
  }

  delivered(delivery: Delivery): void {
    this.#deliveries = this.#deliveries.filter(({ id }) => id !== delivery.id);
    this.#save();
  }

  /** Tries again after 0.5 s, 1 s, 2 s ... at most a minute; for as long as payments are kept. */
  failed(delivery: Delivery): void {
    if (delivery.createdAtMs < nowMs() - KEPT_MS) {
      this.delivered(delivery);
      return;
    }
    delivery.attempts += 1;
    delivery.dueAtMs = nowMs() + Math.min(60_000, 250 * 2 ** delivery.attempts);
    this.#save();
  }

  #move(payment: GatewayPayment, status: GatewayStatus, paid: Kopecks): void {
    payment.status = status;
    payment.paidAmount = decimalRoubles(paid);
    this.#tell(payment, `payment.${payment.status}`);
  }

  #announce(payment: GatewayPayment, type: string): void {
    const createdAtMs = nowMs();
    const body = JSON.stringify({
      eventId: `ev_${randomBytes(12).toString("base64url")}`,
      type,
      paymentId: payment.id,
      reference: payment.reference,
      status: payment.status,
      paidAmount: payment.paidAmount,
      currency: payment.currency,
      createdAt: new Date(createdAtMs).toISOString(),
    });
    const times = Math.random() < 0.5 ? 2 : 3;
    for (let count = 0; count < times; count += 1) {
      const spread = Math.max(0, this.#slowestNoticeMs - EARLIEST_NOTICE_MS);
      const dueAtMs =
        createdAtMs + Math.min(EARLIEST_NOTICE_MS, this.#slowestNoticeMs) + Math.random() * spread;
      const id = randomBytes(9).toString("base64url");
      this.#deliveries.push({ id, url: payment.notifyUrl, body, dueAtMs, attempts: 0, createdAtMs });
    }
  }

  #save(): void {
    const content: Content = { payments: [...this.#payments.values()], deliveries: this.#deliveries };
    writeFileAtomically(this.#file, JSON.stringify(content));
  }
}
