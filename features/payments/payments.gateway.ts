import { couponProvider } from "#features/payments/coupons/coupons.rules.ts";
import { createBtcPay } from "#features/payments/gateway/btcpay.gateway.ts";
import { createCryptomus } from "#features/payments/gateway/cryptomus.gateway.ts";
import { createNowPayments } from "#features/payments/gateway/nowpayments.gateway.ts";
import { createPayPalGateway } from "#features/payments/gateway/paypal.gateway.ts";
import type { Gateways, PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { createStripeGateway } from "#features/payments/gateway/stripe.gateway.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.gateway.ts";
import { createTetherGateway } from "#features/payments/gateway/tether.gateway.ts";
import { createTron, type TronChain } from "#features/payments/gateway/tron.gateway.ts";
import { isTronAddress } from "#features/payments/tether/tether.rules.ts";
import { transferProvider } from "#features/payments/transfers/transfers.rules.ts";
import { env } from "#lib/env.ts";

/** Each adapter when its settings are there, else null. A new one gets its line here and in `methods.rules.ts`. */
function adapters(): (PaymentGateway | null)[] {
  return [
    testGateway(),
    stripe(),
    payPal(),
    configuredTether()?.gateway ?? null,
    nowPayments(),
    cryptomus(),
    btcPay(),
  ];
}

/** Tether with invoices of our own, and the chain that it watches. Throws when the address or the contract is mistyped. */
export function configuredTether(): { gateway: PaymentGateway; chain: TronChain } | null {
  const { TETHER_ADDRESS: address, TETHER_CONTRACT: contract } = env;
  if (!address) return null;
  for (const text of [address, contract]) {
    if (!isTronAddress(text))
      throw new Error(`${text} is no address of Tron: mend TETHER_ADDRESS or TETHER_CONTRACT`);
  }
  const chain = createTron({ url: env.TRONGRID_URL, apiKey: env.TRONGRID_API_KEY, contract, address });
  return { gateway: createTetherGateway(chain), chain };
}

function nowPayments(): PaymentGateway | null {
  const { NOWPAYMENTS_URL: url, NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: ipnSecret } = env;
  const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = env;
  const isSetUp = apiKey && ipnSecret && email && password;
  return isSetUp ? createNowPayments({ url, apiKey, ipnSecret, email, password }) : null;
}

function cryptomus(): PaymentGateway | null {
  const { CRYPTOMUS_URL: url, CRYPTOMUS_MERCHANT_ID: merchantId, CRYPTOMUS_PAYMENT_KEY: paymentKey } = env;
  return merchantId && paymentKey ? createCryptomus({ url, merchantId, paymentKey }) : null;
}

function btcPay(): PaymentGateway | null {
  const { BTCPAY_URL: url, BTCPAY_STORE_ID: storeId, BTCPAY_API_KEY: apiKey } = env;
  const { BTCPAY_WEBHOOK_SECRET: webhookSecret } = env;
  return url && storeId && apiKey && webhookSecret
    ? createBtcPay({ url, storeId, apiKey, webhookSecret })
    : null;
}

function testGateway(): PaymentGateway | null {
  const { TEST_GATEWAY_URL: url, TEST_GATEWAY_SECRET: secret } = env;
  return url && secret ? createTestGateway({ url, secret }) : null;
}

function stripe(): PaymentGateway | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env;
  return secretKey && webhookSecret ? createStripeGateway({ secretKey, webhookSecret, apiUrl }) : null;
}

function payPal(): PaymentGateway | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_API_URL: apiUrl } = env;
  const webhookId = env.PAYPAL_WEBHOOK_ID;
  return clientId && clientSecret && webhookId
    ? createPayPalGateway({ clientId, clientSecret, webhookId, apiUrl })
    : null;
}

/** The providers whose settings are there. */
export function configuredGateways(): Gateways {
  const gateways = adapters().filter((gateway) => gateway !== null);
  return new Map(gateways.map((gateway) => [gateway.id, gateway]));
}

/** Ways to pay that need no provider's API (coupons, support) and whose settings are there. */
function configuredDesks(): string[] {
  return [...(env.COUPONS ? [couponProvider] : []), ...(env.SUPPORT_TRANSFERS ? [transferProvider] : [])];
}

/** Every provider that a method may name now: those with an API and those without. */
export function configuredProviders(): ReadonlySet<string> {
  return new Set([...configuredGateways().keys(), ...configuredDesks()]);
}
