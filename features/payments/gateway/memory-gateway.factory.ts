import { GatewayFault, type PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";

/** A provider in memory: what it is said to have got it has, and each reference is one refund. */
export class MemoryGateway implements PaymentGateway {
  readonly id = "test-gateway";
  readonly payments = new Map<string, ProviderPayment>();
  readonly refunds = new Map<string, string>();
  /** So many answers to refunds get lost after they were carried out. */
  lostAnswers = 0;
  isUnwilling = false;

  createPayment: PaymentGateway["createPayment"] = async ({ reference }) => {
    const providerPaymentId = `of-${reference}`;
    this.payments.set(providerPaymentId, {
      providerPaymentId,
      reference,
      state: "open",
      paidAmount: "0.00",
      paidCurrency: "RUB",
      reversed: null,
      payerFingerprint: null,
    });
    return { providerPaymentId, redirectUrl: `https://pay.example/${reference}` };
  };
  parseWebhook = () => ({ kind: "ignored" }) as const;
  fetchStatus = async (id: string) => this.payments.get(id) ?? null;
  refund: NonNullable<PaymentGateway["refund"]> = async ({ providerPaymentId, reference, amount }) => {
    if (this.isUnwilling) return { state: "refused", providerRefundId: null };
    this.refunds.set(reference, amount);
    this.change(providerPaymentId, { reversed: { as: "refund", amount } });
    if (this.lostAnswers-- > 0) throw new GatewayFault("the answer got lost");
    return { state: "done", providerRefundId: `re-${reference}` };
  };

  change(id: string, more: Partial<ProviderPayment>): void {
    const payment = this.payments.get(id);
    if (!payment) throw new Error(`no payment ${id}`);
    this.payments.set(id, { ...payment, ...more });
  }
}
