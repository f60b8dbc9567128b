import { BtcPayStandIn } from "#lib/payment-stand-ins/btcpay.ts";
import { CryptomusStandIn } from "#lib/payment-stand-ins/cryptomus.ts";
import { NowPaymentsStandIn } from "#lib/payment-stand-ins/nowpayments.ts";
import { PayPalStandIn } from "#lib/payment-stand-ins/paypal.ts";
import type { ProviderStandIn } from "#lib/payment-stand-ins/stand-in.ts";
import { StripeStandIn } from "#lib/payment-stand-ins/stripe.ts";
import { TestGatewayStandIn } from "#lib/payment-stand-ins/test-gateway.ts";

/**
 * The one stand-in of every provider that is called over its API, by the provider's code. The contract of all providers, the
 * journeys and the default start take theirs from here; the Tron chain, which is no provider, is `tron.ts`.
 */
const makers: Readonly<Record<string, () => ProviderStandIn>> = {
  "test-gateway": () => new TestGatewayStandIn(),
  stripe: () => new StripeStandIn(),
  paypal: () => new PayPalStandIn(),
  nowpayments: () => new NowPaymentsStandIn(),
  cryptomus: () => new CryptomusStandIn(),
  btcpay: () => new BtcPayStandIn(),
};

type Named = readonly (readonly [string, ProviderStandIn])[];

/** New stand-ins of all providers, with the providers' codes. */
export function allStandIns(): Named {
  return Object.entries(makers).map(([provider, make]) => [provider, make()] as const);
}

/** Those that journeys pay at; the test gateway is a process of the default start. */
export function journeyStandIns(): Named {
  return allStandIns().filter(([, { place }]) => place !== "own-process");
}

/** Those that the default start serves, with a page on which a person pays. */
export function pageStandIns(): Named {
  return allStandIns().filter(([, { place }]) => place === "page");
}
