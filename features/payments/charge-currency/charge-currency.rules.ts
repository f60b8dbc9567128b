import type { Kopecks } from "#lib/money/kopecks.ts";

/** Digits behind the dot of every currency that a method may charge. Balances are in roubles. */
export const currencyDecimals = { RUB: 2, USD: 2, EUR: 2, CNY: 2, USDT: 6 } as const;
export type ChargeCurrency = keyof typeof currencyDecimals;
export const chargeCurrencies = Object.keys(currencyDecimals) as [ChargeCurrency, ...ChargeCurrency[]];

export function isChargeCurrency(text: string): text is ChargeCurrency {
  return Object.hasOwn(currencyDecimals, text);
}

/** What the payer is charged: a decimal text with all digits of its currency (`12.30` USD, `12.300000` USDT). */
export type Charge = { readonly amount: string; readonly currency: ChargeCurrency };

/** Roubles for one unit of a currency: a decimal text with six digits, `81.500000`. */
export type RateText = string;

const ratePattern = /^(\d{1,12})(?:\.(\d{1,6}))?$/;
const MICRO = 1_000_000n;

/** Millionths of a rouble for one unit, or null when the text is no rate above zero. */
export function microRateOf(rate: RateText): bigint | null {
  const [, whole, part = ""] = ratePattern.exec(rate) ?? [];
  if (whole === undefined) return null;
  const micro = BigInt(whole) * MICRO + BigInt(part.padEnd(6, "0"));
  return micro > 0n ? micro : null;
}

/** `81.500000` out of millionths. */
export function rateText(micro: bigint): RateText {
  return `${micro / MICRO}.${String(micro % MICRO).padStart(6, "0")}`;
}

/**
 * What is charged for an amount, exactly and rounded up to the smallest unit of the currency: never less than its worth
 * at the rate, and less than one unit more. Throws RangeError on a rate that is none; roubles need no rate.
 */
export function chargeOf(amountKopecks: Kopecks, currency: ChargeCurrency, rate: RateText | null): Charge {
  if (currency === "RUB") return { amount: minorText(BigInt(amountKopecks), currency), currency };
  const micro = rate === null ? null : microRateOf(rate);
  if (micro === null) throw new RangeError(`Not a rate: ${rate}`);
  // kopecks / 100 roubles, at micro / 10^6 roubles a unit, in units of 10^-decimals.
  const worth = BigInt(amountKopecks) * 10_000n * 10n ** BigInt(currencyDecimals[currency]);
  return { amount: minorText((worth + micro - 1n) / micro, currency), currency };
}

/**
 * A part of a payment in kopecks, rounded to the nearest, where `part` of `whole` smallest units of its currency were taken
 * back: all of it is all of the kopecks, and never more.
 */
export function shareInKopecks(part: bigint, whole: bigint, wholeKopecks: Kopecks): bigint {
  if (part >= whole) return BigInt(wholeKopecks);
  return (2n * part * BigInt(wholeKopecks) + whole) / (2n * whole);
}

/** `1230n` -> `12.30` for a currency with two digits. */
export function minorText(minor: bigint, currency: ChargeCurrency): string {
  const decimals = currencyDecimals[currency];
  const digits = String(minor).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

const decimalPattern = /^(\d{1,15})(?:\.(\d{1,30}))?$/;

/**
 * A provider's plain decimal in the smallest units of its currency: `12.3` USD -> `1230n`. Zeros beyond the currency's
 * digits are read, anything finer is not: null, as for everything that is no plain decimal (`1e3`, `-1`, ` 1`, `1,5`).
 */
export function minorOf(text: string, currency: ChargeCurrency): bigint | null {
  const [, whole, part = ""] = decimalPattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const decimals = currencyDecimals[currency];
  if (/[^0]/.test(part.slice(decimals))) return null;
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, "0"));
}
