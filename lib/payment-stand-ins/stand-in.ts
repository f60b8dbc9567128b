import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { nowMs } from "#lib/clock.ts";
import { LoopbackStandIn } from "#lib/payment-stand-ins/loopback-stand-in.ts";

/** One refund as a provider has it. */
export type StandInRefund = {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  state: "done" | "pending" | "refused";
};

/** One payment as a provider has it; a test changes it at will, also into lies. Amounts are decimal texts. */
export type StandInPayment = {
  readonly id: string;
  readonly reference: string;
  readonly asked: string;
  readonly currency: string;
  state: "open" | "processing" | "paid" | "declined" | "expired";
  paid: string;
  paidCurrency: string;
  readonly refunds: StandInRefund[];
  /** What a dispute has taken; null when there is none or it was won. */
  disputed: string | null;
  /** Card, account or wallet of the payer. */
  payer: string;
  /** Came after the time was over. */
  isLate: boolean;
  /** Where the payer goes back to and where notices go, as the order said; empty where it did not. */
  readonly returnUrl: string;
  readonly notifyUrl: string;
  readonly expiresAtMs: number | null;
};

/** What a provider is told of a payment when it is made. */
export type StandInOrder = {
  readonly id: string;
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly returnUrl?: string | undefined;
  readonly notifyUrl?: string | undefined;
  readonly expiresAtMs?: number;
};

/** What the person on a payment's page may press. */
export const payActions = ["exactly", "less", "more", "late"] as const;
export type PayAction = (typeof payActions)[number];

export type StandInRequest = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** A text goes out as it is, anything else as JSON. */
export type StandInAnswer = { readonly status: number; readonly body: unknown };

export type SignedNotice = { readonly rawBody: string; readonly headers: Record<string, string> };

export type NoticeOptions = {
  /** So many seconds before now; below zero: in the future. */
  readonly ageSeconds?: number;
  /** Signed with another key. */
  readonly isForged?: boolean;
  /** What the notice is about; providers have events of their own for what comes after the payment. */
  readonly about?: "payment" | "refund" | "dispute";
};

const NOTHING: StandInAnswer = { status: 404, body: { error: "not found" } };

/**
 * A payment provider as the product sees it. A subclass speaks one provider's language: it answers the adapter's calls out
 * of `payments` (`answer`) and signs notices exactly as the provider does (`notice`). Tests and journeys start it on a
 * loopback port of its own and change payments at will; the default start serves `respond` itself and a page on which a
 * person pays (`pay`). What happens to payments, faults and lost answers are the same for all.
 */
export abstract class ProviderStandIn extends LoopbackStandIn {
  readonly payments = new Map<string, StandInPayment>();
  /** What is wrong with it: server errors, text that is no answer, no answer at all. */
  fault: "none" | "5xx" | "nonsense" | "silence" = "none";
  /** So many of the next answers get lost although the work is done. */
  answersToLose = 0;
  /** So many answers come through before those that get lost: an adapter may look things up first. */
  answersToKeep = 0;
  /** Milliseconds before each of the next answers, one after the other; what an answer says is fixed before the wait. */
  waits: number[] = [];
  /** How often it was called. */
  calls = 0;
  /** What becomes of the next refunds. */
  refundFate: StandInRefund["state"] = "done";
  /** What people call it, on its page. */
  abstract readonly title: string;
  /**
   * Where people pay at it: on a page that the default start serves; in tests and journeys alone; or at a process that the
   * default start has for this provider.
   */
  readonly place: "page" | "tests" | "own-process" = "page";
  /** What it never does, so that the contract of all providers does not ask for it. */
  readonly cannot: readonly ("decline" | "expire" | "refund" | "dispute")[] = [];
  /** Where a payment's page is, when not at the stand-in's own address. */
  pageOf: ((payment: StandInPayment) => string) | null = null;
  /** Headers without which a notice has no signature. */
  abstract readonly signatureHeaders: readonly string[];
  /** Notices older than this are refused; null where signatures carry no time. */
  abstract readonly oldestNoticeSeconds: number | null;

  /** The product's settings with which it takes the stand-in at an address for the provider. */
  abstract settingsAt(url: string): Record<string, string>;

  /** Answers a call of the adapter; null is a 404. */
  protected abstract answer(request: StandInRequest): StandInAnswer | null;

  /** A notice with its headers, signed when it is made, as the provider signs every sending anew. */
  abstract notice(payment: StandInPayment, options?: NoticeOptions): SignedNotice;

  /** What the provider answers to a call, without the faults of tests. */
  respond(request: StandInRequest): StandInAnswer {
    return this.answer(request) ?? NOTHING;
  }

  /** A notice without its signature. */
  unsigned({ rawBody, headers }: SignedNotice): SignedNotice {
    const kept = Object.entries(headers).filter(([name]) => !this.signatureHeaders.includes(name));
    return { rawBody, headers: Object.fromEntries(kept) };
  }

  /** A notice with a text in the signature's place that is none. */
  misSigned({ rawBody, headers }: SignedNotice): SignedNotice {
    const spoilt = this.signatureHeaders.map((name) => [name, "ff".repeat(32)]);
    return { rawBody, headers: { ...headers, ...Object.fromEntries(spoilt) } };
  }

  /** Every payment that was made for one of the shop's references. */
  paymentsOf(reference: string): StandInPayment[] {
    return [...this.payments.values()].filter((payment) => payment.reference === reference);
  }

  /** The payment that was made for one of the shop's references. Throws when there is none. */
  paymentOf(reference: string): StandInPayment {
    const [found] = this.paymentsOf(reference);
    if (!found) throw new Error(`no payment for ${reference}`);
    return found;
  }

  /** The payment of a reference: the same one however often it is asked for. */
  protected open(order: StandInOrder): StandInPayment {
    return this.paymentsOf(order.reference)[0] ?? this.openAnother(order);
  }

  /** A new payment, whether or not the reference has one. */
  protected openAnother(order: StandInOrder): StandInPayment {
    const payment: StandInPayment = {
      id: order.id,
      reference: order.reference,
      asked: order.amount,
      currency: order.currency,
      state: "open",
      paid: "0.00",
      paidCurrency: order.currency,
      refunds: [],
      disputed: null,
      payer: `payer-${randomBytes(6).toString("hex")}`,
      isLate: false,
      returnUrl: order.returnUrl ?? "",
      notifyUrl: order.notifyUrl ?? "",
      expiresAtMs: order.expiresAtMs ?? null,
    };
    this.payments.set(payment.id, payment);
    return payment;
  }

  /** Where the payer is sent: to the stand-in's own address, or to the page that `pageOf` names. */
  protected pageAt(path: string, payment: StandInPayment): string {
    return this.pageOf?.(payment) ?? `${this.url}${path}`;
  }

  /** What the person on a payment's page pressed; a payment that is over stays as it is (false). */
  pay(payment: StandInPayment, action: PayAction): boolean {
    if (payment.state !== "open") return false;
    const asked = cents(payment.asked);
    const paid = action === "less" ? asked / 2n : action === "more" ? asked + 100n : asked;
    Object.assign(payment, { state: "paid", paid: centsText(paid), isLate: action === "late" });
    return true;
  }

  /** Unpaid payments whose time is over expire. */
  expireOverdue(): void {
    for (const payment of this.payments.values()) {
      const isOver = payment.expiresAtMs !== null && payment.expiresAtMs <= nowMs();
      if (payment.state === "open" && isOver) payment.state = "expired";
    }
  }

  /** The refund of a reference: the same one however often it is asked for. */
  protected refund(payment: StandInPayment, reference: string, amount: string): StandInRefund {
    const known = payment.refunds.find((refund) => refund.reference === reference);
    if (known) return known;
    const id = `re_${randomBytes(8).toString("hex")}`;
    const refund: StandInRefund = { id, reference, amount, state: this.refundFate };
    payment.refunds.push(refund);
    return refund;
  }

  protected override serve(request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://stand-in");
      void this.#answerCall(
        {
          method: request.method ?? "GET",
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: Buffer.concat(chunks).toString("utf8"),
        },
        response,
      );
    });
  }

  async #answerCall(request: StandInRequest, response: ServerResponse): Promise<void> {
    this.calls += 1;
    if (this.fault === "silence") return;
    if (this.fault === "5xx") return send(response, { status: 503, body: { error: "down" } });
    if (this.fault === "nonsense") return send(response, { status: 200, body: "<html>Bad gateway</html>" });
    const answer = this.respond(request);
    const waitMs = this.waits.shift();
    if (waitMs) await pause(waitMs);
    if (this.answersToLose > 0 && this.answersToKeep > 0) this.answersToKeep -= 1;
    else if (this.answersToLose > 0) {
      this.answersToLose -= 1;
      response.destroy();
      return;
    }
    send(response, answer);
  }
}

function send(response: ServerResponse, { status, body }: StandInAnswer): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** `12.3` -> 1230n; for stand-ins of providers that count in cents. */
export function cents(amount: string): bigint {
  const [whole = "0", part = ""] = amount.split(".");
  return BigInt(whole + part.padEnd(2, "0").slice(0, 2));
}

/** 1230n -> `12.30`. */
export function centsText(amount: bigint): string {
  const digits = String(amount).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of what refunds have taken, those under way included, refused ones left out. */
export function refundedCents(payment: StandInPayment): bigint {
  return payment.refunds
    .filter(({ state }) => state !== "refused")
    .reduce((sum, { amount }) => sum + cents(amount), 0n);
}
