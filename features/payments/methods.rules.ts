import type { ChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * What the pay page shows once a method and an amount are chosen: `redirect` sends the payer to the provider's page,
 * `invoice` shows an address and an exact amount on a page of ours, `coupon` asks for a code, `support` tells whom to write to.
 */
export const methodScreens = ["redirect", "invoice", "coupon", "support"] as const;
export type MethodScreen = (typeof methodScreens)[number];

export type PaymentMethod = {
  readonly id: string;
  /** Who carries it out: the code in webhook addresses, ledger references and the clearing account. */
  readonly provider: string;
  readonly screen: MethodScreen;
  /** What the payer is charged in; the rate is fixed when the payment begins. */
  readonly currency: ChargeCurrency;
  readonly minKopecks: Kopecks;
  readonly maxKopecks: Kopecks;
  /** Paths of the marks shown beside the name. */
  readonly marks: readonly string[];
};

function method(
  id: string,
  provider: string,
  screen: MethodScreen,
  currency: ChargeCurrency,
  roubles: readonly [number, number],
  marks: readonly string[],
): PaymentMethod {
  const [min, max] = roubles;
  return {
    id,
    provider,
    screen,
    currency,
    minKopecks: kopecks(BigInt(min) * 100n),
    maxKopecks: kopecks(BigInt(max) * 100n),
    marks: marks.map((mark) => `/icons/payments/${mark}.svg`),
  };
}

/**
 * Every method the product knows, in the order of the page; those whose provider is not set up are not offered.
 * Names: `payments.methods.<id>`. Limits in roubles include their bounds.
 */
export const paymentMethods: readonly PaymentMethod[] = [
  method("test-gateway", "test-gateway", "redirect", "RUB", [10, 100_000], ["test-gateway"]),
  // Stripe takes no charge below half a dollar.
  method("card", "stripe", "redirect", "USD", [100, 100_000], ["visa", "mastercard"]),
  method("paypal", "paypal", "redirect", "USD", [100, 100_000], ["paypal"]),
  method("tether", "usdt-trc20", "invoice", "USDT", [500, 1_000_000], ["tether"]),
  method("nowpayments", "nowpayments", "redirect", "USD", [1_500, 1_000_000], ["nowpayments"]),
  method("cryptomus", "cryptomus", "redirect", "USD", [500, 1_000_000], ["cryptomus"]),
  method("btcpay", "btcpay", "redirect", "USD", [500, 1_000_000], ["bitcoin"]),
  method("alipay", "coupon", "coupon", "CNY", [100, 50_000], ["alipay"]),
  method("qq", "coupon", "coupon", "CNY", [100, 50_000], ["qq"]),
  method("support", "support", "support", "RUB", [5_000, 1_000_000], ["support"]),
];

/** The screen of a method; methods that are no longer in the table went to a provider's page. */
export function screenOf(methodId: string): MethodScreen {
  return paymentMethods.find(({ id }) => id === methodId)?.screen ?? "redirect";
}

/** The page of ours that tells everything of a payment, without a language; null where the provider has it. */
export function ownPageOf({ id, screen }: { id: number; screen: MethodScreen }): string | null {
  if (screen === "invoice") return `/profile/pay/invoice/${id}`;
  return screen === "support" ? `/profile/pay/transfer/${id}` : null;
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

/** Amounts offered with one tap. */
export const quickAmountsKopecks: readonly Kopecks[] = [10_000, 30_000, 50_000, 100_000, 300_000].map(
  kopecks,
);

export type AmountProblem = "not-positive" | "too-small" | "too-large";

/** What is wrong with an amount for a method, or null. Limits include their bounds. */
export function findAmountProblem(
  amountKopecks: number,
  limits: { readonly minKopecks: number; readonly maxKopecks: number },
): AmountProblem | null {
  if (amountKopecks <= 0) return "not-positive";
  if (amountKopecks < limits.minKopecks) return "too-small";
  return amountKopecks > limits.maxKopecks ? "too-large" : null;
}
