import { type Decimal, parseDecimal } from "#lib/money/decimal.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What an upstream counts in. */
export const upstreamCurrencies = ["RUB", "USD"] as const;
export type UpstreamCurrency = (typeof upstreamCurrencies)[number];

/** As the protocol writes them (ISO 4217). */
const currencyNumbers: Readonly<Record<UpstreamCurrency, number>> = { RUB: 643, USD: 840 };

/** One rouble costs a rouble; what a dollar costs is set for each upstream. */
export const ROUBLE_RATE_KOPECKS = 100;

/** Decimals of a price limit: shops that count in dollars have prices below a cent. */
const LIMIT_DECIMALS = 4;
const MOST_KOPECKS = 10_000_000;

/** A price of an upstream as it stands in JSON, a number or text; null for what is no price above zero. */
export function readPrice(value: unknown): Decimal | null {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  const price = typeof text === "string" ? parseDecimal(text.trim()) : null;
  return price !== null && price.digits > 0n ? price : null;
}

/** What a price costs us, rounded up to whole kopecks; null when that is more than any number costs. */
export function costOf({ digits, scale }: Decimal, rateKopecks: number): Kopecks | null {
  const whole = 10n ** BigInt(scale);
  const cost = (digits * BigInt(rateKopecks) + whole - 1n) / whole;
  return cost <= MOST_KOPECKS ? kopecks(cost) : null;
}

/**
 * The most that an upstream may take for what costs us so much, in its currency: rounded down, which leaves every price of at most four
 * decimals that came to this cost within it.
 */
export function priceLimit(costKopecks: Kopecks, rateKopecks: number): string {
  const units = (BigInt(costKopecks) * 10n ** BigInt(LIMIT_DECIMALS)) / BigInt(rateKopecks);
  const digits = String(units).padStart(LIMIT_DECIMALS + 1, "0");
  const fraction = digits.slice(-LIMIT_DECIMALS).replace(/0{1,2}$/, "");
  return `${digits.slice(0, -LIMIT_DECIMALS)}.${fraction}`;
}

/** Is this currency of an answer the agreed one? An answer without one is. */
export function isCurrency(value: unknown, currency: UpstreamCurrency): boolean {
  if (value === undefined || value === null) return true;
  const said = String(value).toUpperCase();
  return said === currency || said === String(currencyNumbers[currency]);
}

/** Hundredths of a balance's currency, rounded down; null for what is no amount. */
export function readBalanceCents(text: string): number | null {
  const isNegative = text.startsWith("-");
  const amount = parseDecimal(text.replace(/^-/, ""));
  if (amount === null) return null;
  const scaled = amount.digits * 100n;
  const whole = 10n ** BigInt(amount.scale);
  const cents = isNegative ? -((scaled + whole - 1n) / whole) : scaled / whole;
  const number = Number(cents);
  return Number.isSafeInteger(number) ? number : null;
}
