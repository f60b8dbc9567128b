/** A number of zero or more as it was written, without ever being a float: `digits / 10^scale`. */
export type Decimal = { readonly digits: bigint; readonly scale: number };

const pattern = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Reads a JSON number's text (`12`, `1.00`, `1e3`, `2.5E-7`); null for anything else, negative ones too. */
export function parseDecimal(text: string): Decimal | null {
  const [, whole, part = "", exponent = "0"] = pattern.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + part);
  const scale = part.length - Number(exponent);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** `amount * part / whole`, rounded to the nearest; null when `whole` is nothing. */
export function shareOfDecimal(amount: bigint, part: Decimal, whole: Decimal): bigint | null {
  const above = part.digits * 10n ** BigInt(whole.scale);
  const below = whole.digits * 10n ** BigInt(part.scale);
  return below === 0n ? null : (2n * amount * above + below) / (2n * below);
}

/** In units of `10^-decimals`, rounded to the nearest: `2.345` with two decimals is `235n`. */
export function roundDecimal({ digits, scale }: Decimal, decimals: number): bigint {
  if (scale <= decimals) return digits * 10n ** BigInt(decimals - scale);
  const below = 10n ** BigInt(scale - decimals);
  return (2n * digits + below) / (2n * below);
}
