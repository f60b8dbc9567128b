import type { Locale } from "#lib/i18n/locales.ts";
import { decimalRoubles, type Kopecks } from "#lib/money/kopecks.ts";

export const couponMethods = ["alipay", "qq"] as const;
export type CouponMethod = (typeof couponMethods)[number];

/** Without 0, 1, I, L and O, which are read for each other. 31 is a prime: the check character finds more that way. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const LENGTH = 16;
/** Choices for one character of a new code. */
export const couponCharacters = ALPHABET.length;
/** Characters of a new code that are drawn: some 74 bits. */
export const couponDrawn = LENGTH - 1;

/** Sum of (place x value); a right code's is a multiple of 31, so one wrong character or two that changed places show. */
function weightedSum(values: readonly number[]): number {
  return values.reduce((sum, value, index) => sum + (index + 1) * value, 0) % couponCharacters;
}

/** The code for drawn values (0 to 30 each, `couponDrawn` of them), with its check character. */
export function couponCodeOf(drawn: readonly number[]): string {
  // The check character has the weight 16, whose inverse modulo 31 is 2.
  const check = (2 * (couponCharacters - weightedSum(drawn))) % couponCharacters;
  return [...drawn, check].map((value) => ALPHABET[value]).join("");
}

/** "ABCD-EFGH-JKMN-PQRS": as it is sold. */
export function printedCouponCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * The code in what somebody typed (any case, spaces, dashes, the wide letters of Chinese keyboards), or null when it has
 * another form or its check character does not fit.
 */
export function readCouponCode(text: string): string | null {
  const code = text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, "");
  if (code.length !== LENGTH) return null;
  const values = [...code].map((character) => ALPHABET.indexOf(character));
  return !values.includes(-1) && weightedSum(values) === 0 ? code : null;
}

/** Characters of a code that the staff may see again. */
export function couponEnding(code: string): string {
  return code.slice(-4);
}

/** The smallest amount in fen that a coupon sold in a language may have. `minimums`: yuan by locale, and for the rest. */
export function couponMinimumFen(
  minimums: { readonly others: number; readonly byLocale: Readonly<Record<string, number>> },
  locale: Locale,
): number {
  return (minimums.byLocale[locale] ?? minimums.others) * 100;
}

export const couponLimits = {
  /** Codes of one batch. */
  batchSize: 1_000,
  /** A batch can be redeemed for so long at most. */
  longestDays: 3 * 366,
} as const;

/** Whether a second person has to approve a batch before its codes count; one that credits `limitKopecks` in all takes one. */
export function needsSecondPerson(
  { count, amountKopecks }: { readonly count: number; readonly amountKopecks: number },
  limitKopecks: number,
): boolean {
  return count * amountKopecks > limitKopecks;
}

export type CouponFile = {
  readonly method: CouponMethod;
  readonly amountKopecks: Kopecks;
  readonly priceFen: number;
  readonly expiresAt: Date;
  readonly codes: readonly string[];
};

/** The codes of a new batch as a file for the shop that sells them: UTF-8 with a mark, so that spreadsheets read it. */
export function couponCsv({ method, amountKopecks, priceFen, expiresAt, codes }: CouponFile): string {
  const rest = [method, decimalRoubles(amountKopecks), fenText(priceFen), expiresAt.toISOString()].join(",");
  const lines = codes.map((code) => `${printedCouponCode(code)},${rest}`);
  return `\uFEFF${["code,method,amount_rub,price_cny,expires_at", ...lines].join("\r\n")}\r\n`;
}

/** "20.50" of 2050 fen. */
export function fenText(fen: number): string {
  const digits = String(fen).padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What the pay page tells of coupons. */
export type CouponFacts = {
  /** The smallest price in yuan in the page's language. */
  readonly minimumCny: number;
  /** Where codes are sold, if anywhere. */
  readonly shopUrl: string | null;
};
