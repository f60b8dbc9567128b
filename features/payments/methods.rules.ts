import type { ChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/**
 * What the pay page shows once a method and an amount are chosen: `redirect` sends the payer to the provider's page,
 * `invoice` shows an address and an exact amount on a page of ours, `coupon` asks for a code, `support` tells whom to write to.
 */
export const methodScreens = ["redirect", "invoice", "coupon", "support"] as const;
export type MethodScreen = (typeof methodScreens)[number];

/** A way to pay as its provider's row states it. */
export type MethodRow = {
  readonly id: string;
  /** A brand that is written the same in every language; without it the name is `payments.methods.<id>`. */
  readonly name?: string;
  readonly screen: MethodScreen;
  /** What the payer is charged in; the rate is fixed when the payment begins. */
  readonly currency: ChargeCurrency;
  /** Least and most, both included. */
  readonly roubles: readonly [number, number];
  /** Pictures shown beside the name: `public/icons/payments/<mark>.svg`. */
  readonly marks: readonly string[];
};

export type PaymentMethod = Pick<MethodRow, "id" | "name" | "screen" | "currency"> & {
  /** Who carries it out: the code in webhook addresses, ledger references and the clearing account. */
  readonly provider: string;
  readonly minKopecks: Kopecks;
  readonly maxKopecks: Kopecks;
  /** Paths of the marks shown beside the name. */
  readonly marks: readonly string[];
};

/** The method that a row of a provider states. */
export function methodOf(provider: string, { roubles: [min, max], marks, ...row }: MethodRow): PaymentMethod {
  return {
    ...row,
    provider,
    minKopecks: kopecks(BigInt(min) * 100n),
    maxKopecks: kopecks(BigInt(max) * 100n),
    marks: marks.map((mark) => `/icons/payments/${mark}.svg`),
  };
}

/** The page of ours that tells everything of a payment, without a language; null where the provider has it. */
export function ownPageOf({ id, screen }: { id: number; screen: MethodScreen }): string | null {
  if (screen === "invoice") return `/profile/pay/invoice/${id}`;
  return screen === "support" ? `/profile/pay/transfer/${id}` : null;
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

/** The code of the provider: in ledger references and the name of its clearing account. */
export const transferProvider = "support";

/** The code of the provider: in ledger references and the name of its clearing account. */
export const couponProvider = "coupon";
