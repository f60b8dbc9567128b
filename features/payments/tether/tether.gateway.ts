import { minorOf, minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type PaymentGateway,
  type PaymentOrder,
  type Provider,
} from "#features/payments/gateway/provider.gateway.ts";
import { paymentIdOf } from "#features/payments/payments.rules.ts";
import { findInvoiceStatus } from "#features/payments/tether/tether.reads.ts";
import { openInvoice, takeTransfersIn } from "#features/payments/tether/tether.writes.ts";
import { createTron, type TronChain } from "#features/payments/tether/tron.gateway.ts";
import { invoicePath, isTronAddress, tetherProvider } from "#features/payments/tether.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Tether with invoices of our own, and the chain that it watches. Throws when the address or the contract is mistyped. */
export function connectTether(settings: typeof env): { gateway: PaymentGateway; chain: TronChain } | null {
  const { TETHER_ADDRESS: address, TETHER_CONTRACT: contract } = settings;
  if (!address) return null;
  for (const text of [address, contract]) {
    if (!isTronAddress(text))
      throw new Error(`${text} is no address of Tron: mend TETHER_ADDRESS or TETHER_CONTRACT`);
  }
  const { TRONGRID_URL: url, TRONGRID_API_KEY: apiKey } = settings;
  const chain = createTron({ url, apiKey, contract, address });
  return { gateway: createTetherGateway(chain), chain };
}

export const tetherRow: Provider = {
  id: tetherProvider,
  methods: [
    { id: "tether", screen: "invoice", currency: "USDT", roubles: [500, 1_000_000], marks: ["tether"] },
  ],
  connect: (settings) => connectTether(settings)?.gateway ?? null,
};

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
