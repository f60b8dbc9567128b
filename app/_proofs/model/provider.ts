import { createHash } from "node:crypto";
import type { ParsedNotice, PaymentGateway, RawNotice } from "#features/payments/gateway/provider.gateway.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";

type Kept = Omit<ProviderPayment, "payerFingerprint"> & { readonly sentBack: Set<string> };

const SECRET = "the provider's secret";

/** A payment provider in memory: what it says is what the test made of it. Its notices carry a signature. */
export class MemoryProvider implements PaymentGateway {
  readonly id = "test-gateway";
  readonly #payments = new Map<string, Kept>();

  createPayment: PaymentGateway["createPayment"] = async ({ reference, currency }) => {
    // As ids go: the same reference is the same payment.
    const providerPaymentId = `mem_${reference}`;
    const known = this.#payments.get(providerPaymentId);
    const fresh = { state: "open", paidAmount: "0.00", paidCurrency: currency, reversed: null } as const;
    if (!known)
      this.#payments.set(providerPaymentId, { ...fresh, providerPaymentId, reference, sentBack: new Set() });
    return { providerPaymentId, redirectUrl: `https://provider.test/${providerPaymentId}` };
  };

  parseWebhook(notice: RawNotice): ParsedNotice {
    const { eventId, paymentId } = JSON.parse(notice.body) as { eventId: string; paymentId: string };
    if (notice.headers.get("x-signature") !== sign(notice.body))
      return { kind: "refused", reason: "wrong-signature" };
    return { kind: "accepted", eventId, providerPaymentId: paymentId };
  }

  fetchStatus: PaymentGateway["fetchStatus"] = async (id) => {
    const payment = this.#payments.get(id);
    if (!payment) return null;
    const { sentBack: _sentBack, ...said } = payment;
    return { ...said, payerFingerprint: null };
  };

  readonly refund: NonNullable<PaymentGateway["refund"]> = async ({
    providerPaymentId,
    reference,
    amount,
  }) => {
    const payment = this.#kept(providerPaymentId);
    if (!payment.sentBack.has(reference)) {
      payment.sentBack.add(reference);
      this.reverse(
        providerPaymentId,
        "refund",
        hundredths(payment.reversed?.amount ?? "0.00") + hundredths(amount),
      );
    }
    return { state: "done", providerRefundId: `refund of ${reference}` };
  };

  /** The payer has paid so much. */
  pay(id: string, paidAmount: string, paidCurrency = "RUB"): void {
    this.#payments.set(id, { ...this.#kept(id), state: "paid", paidAmount, paidCurrency });
  }

  /** So much of it has gone back in all, in kopecks; 0 = a dispute was won, nothing is gone. */
  reverse(id: string, as: "refund" | "charge_back", kopecks: number): void {
    const reversed = kopecks === 0 ? null : { as, amount: decimal(kopecks) };
    this.#payments.set(id, { ...this.#kept(id), reversed });
  }

  notice(id: string, eventId: string, isForged = false): RawNotice {
    const body = JSON.stringify({ eventId, paymentId: id });
    const headers = new Headers({ "x-signature": isForged ? sign(`${body} `) : sign(body) });
    return { body, headers, atMs: 0 };
  }

  #kept(id: string): Kept {
    const payment = this.#payments.get(id);
    if (!payment) throw new Error(`the provider has no payment ${id}`);
    return payment;
  }
}

function sign(body: string): string {
  return createHash("sha256").update(SECRET).update(body).digest("hex");
}

/** `1234` -> `12.34`, by the digits. */
export function decimal(kopecks: number): string {
  const digits = String(kopecks).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function hundredths(amount: string): number {
  return Number(amount.replace(".", ""));
}
