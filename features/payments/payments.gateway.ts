import type { ChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { btcPayProvider } from "#features/payments/gateway/btcpay.gateway.ts";
import { cryptomusProvider } from "#features/payments/gateway/cryptomus.gateway.ts";
import { nowPaymentsProvider } from "#features/payments/gateway/nowpayments.gateway.ts";
import { payPalProvider } from "#features/payments/gateway/paypal.gateway.ts";
import type { Gateways, PaymentGateway, Provider } from "#features/payments/gateway/provider.gateway.ts";
import { stripeProvider } from "#features/payments/gateway/stripe.gateway.ts";
import { testGatewayProvider } from "#features/payments/gateway/test-gateway.gateway.ts";
import {
  couponProvider,
  type MethodScreen,
  methodOf,
  type PaymentMethod,
  transferProvider,
} from "#features/payments/methods.rules.ts";
import { connectTether, tetherRow } from "#features/payments/tether/tether.gateway.ts";
import { env } from "#lib/env.ts";

/** Every provider with an API, in the order of the pay page. Each states its methods and settings in its own file. */
export const providers: readonly Provider[] = [
  testGatewayProvider,
  stripeProvider,
  payPalProvider,
  tetherRow,
  nowPaymentsProvider,
  cryptomusProvider,
  btcPayProvider,
];

/** Ways to pay that need no provider's API, and whether they are open. */
const desks: readonly (Omit<Provider, "connect"> & { readonly isOpen: boolean })[] = [
  {
    id: couponProvider,
    methods: [
      { id: "alipay", screen: "coupon", currency: "CNY", roubles: [100, 50_000], marks: ["alipay"] },
      { id: "qq", screen: "coupon", currency: "CNY", roubles: [100, 50_000], marks: ["qq"] },
    ],
    isOpen: env.COUPONS,
  },
  {
    id: transferProvider,
    methods: [
      {
        id: "support",
        screen: "support",
        currency: "RUB",
        roubles: [5_000, 1_000_000],
        marks: ["support"],
      },
    ],
    isOpen: env.SUPPORT_TRANSFERS,
  },
];

/** Every method the product knows, in the order of the page; those whose provider is not set up are not offered. */
export const paymentMethods: readonly PaymentMethod[] = [...providers, ...desks].flatMap(({ id, methods }) =>
  methods.map((method) => methodOf(id, method)),
);

/** The screen of a method; methods that are no longer in the table went to a provider's page. */
export function screenOf(methodId: string): MethodScreen {
  return paymentMethods.find(({ id }) => id === methodId)?.screen ?? "redirect";
}

/** The methods whose provider is set up and whose currency can be charged: `rates` has the currencies with a rate. */
export function offeredMethods(
  providers: { has(provider: string): boolean },
  rates: { has(currency: ChargeCurrency): boolean },
): readonly PaymentMethod[] {
  return paymentMethods.filter(
    ({ provider, currency, screen }) =>
      providers.has(provider) && (rates.has(currency) || screen === "coupon"),
  );
}

/** The adapter of a provider with settings that differ from this process's own; null without what it needs. For tests. */
export function connectProvider(
  id: string,
  settings: Readonly<Record<string, string>>,
  timeoutMs?: number,
): PaymentGateway | null {
  const provider = providers.find((each) => each.id === id);
  return provider?.connect({ ...env, ...settings }, timeoutMs) ?? null;
}

/** Tether and the chain that it watches, when this process has their settings. */
export function configuredTether(): ReturnType<typeof connectTether> {
  return connectTether(env);
}

/** The providers whose settings are there. */
export function configuredGateways(): Gateways {
  const gateways = providers.map(({ connect }) => connect(env)).filter((gateway) => gateway !== null);
  return new Map(gateways.map((gateway) => [gateway.id, gateway]));
}

/** Every provider that a method may name now: those with an API and those without. */
export function configuredProviders(): ReadonlySet<string> {
  const open = desks.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  return new Set([...configuredGateways().keys(), ...open]);
}
