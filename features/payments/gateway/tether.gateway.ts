import { minorOf, minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type PaymentGateway,
  type PaymentOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import type { TronChain } from "#features/payments/gateway/tron.gateway.ts";
import { paymentIdOf } from "#features/payments/payments.rules.ts";
import { findInvoiceStatus } from "#features/payments/tether/tether.reads.ts";
import { invoicePath, tetherProvider } from "#features/payments/tether/tether.rules.ts";
import { openInvoice, takeTransfersIn } from "#features/payments/tether/tether.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/**
 * Tether with invoices of our own: the chain is the provider, and nobody sends notices. A payment's id at the provider is our
 * own reference. Money goes back by hand after a claim, since the sender's address may be an exchange's.
 */
export function createTetherGateway(chain: TronChain): PaymentGateway {
  let reading: Promise<void> | null = null;
  // Many payments are asked about at once; one look at the chain answers all of them.
  const readOnce = (db: Db): Promise<void> => {
    reading ??= takeTransfersIn(db, chain).finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    id: tetherProvider,
    async createPayment(order, db) {
      const paymentId = paymentIdOf(order.reference);
      const amountMicro = minorOf(order.amount, "USDT");
      if (paymentId === null || amountMicro === null || order.currency !== "USDT") {
        throw new GatewayFault(`not an order of USDT: ${order.reference}`);
      }
      const { address } = chain;
      const charged = await openInvoice(db, { paymentId, address, amountMicro, expiresAt: order.expiresAt });
      return {
        providerPaymentId: order.reference,
        redirectUrl: pageOf(order, paymentId),
        chargeAmount: minorText(charged, "USDT"),
      };
    },
    parseWebhook: () => ({ kind: "refused", reason: "no-signature" }),
    async fetchStatus(providerPaymentId, db) {
      const paymentId = paymentIdOf(providerPaymentId);
      if (paymentId === null) return null;
      await readOnce(db);
      return findInvoiceStatus(db, paymentId);
    },
    refund: null,
  };
}

function pageOf({ locale }: PaymentOrder, paymentId: number): string {
  return `${env.PUBLIC_URL}${localizedPath(locale, invoicePath(paymentId))}`;
}
