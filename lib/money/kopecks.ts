declare const brand: unique symbol;

/**
 * Money inside the product: whole kopecks. A JavaScript number is used as an integer only: every value is
 * checked to be a safe integer when it is made, and arithmetic that could leave the integers goes through BigInt.
 */
export type Kopecks = number & { readonly [brand]: "Kopecks" };

/** Makes money out of a whole number of kopecks. Throws RangeError on a fraction, NaN or beyond 2^53. */
export function kopecks(value: number | bigint): Kopecks {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`Not a whole number of kopecks: ${value}`);
  return number as Kopecks;
}

/** The lower of two limits; null = none. */
export function lowerLimit(left: number | null, right: number | null): Kopecks | null {
  if (left === null) return right === null ? null : kopecks(right);
  return kopecks(right === null ? left : Math.min(left, right));
}

/** Sum of amounts, checked. */
export function addKopecks(...amounts: Kopecks[]): Kopecks {
  return kopecks(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));
}

/** `amount * basisPoints / 10000`, rounded down; the residue stays with the payer of the share. */
export function shareOf(amount: Kopecks, basisPoints: number): Kopecks {
  return kopecks((BigInt(amount) * BigInt(basisPoints)) / 10_000n);
}

/** `12.50`: roubles with two decimals and a dot, as the bots' protocol writes money. */
export function decimalRoubles(amount: Kopecks): string {
  const sign = amount < 0 ? "-" : "";
  const digits = String(Math.abs(amount)).padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `12.5` as a JSON number for wires that carry roubles as numbers. */
export function roublesNumber(amount: Kopecks): number {
  return Number(decimalRoubles(amount));
}

/**
 * Reads decimal roubles (`12`, `12.5`, `12.50`) without passing through a float.
 * Null when it is not a plain decimal with at most two digits behind the dot, or too large.
 */
export function parseRoubles(text: string): Kopecks | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!match) return null;
  return kopecks(BigInt(match[1] ?? "0") * 100n + BigInt((match[2] ?? "").padEnd(2, "0")));
}
