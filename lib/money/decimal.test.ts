import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal, roundDecimal, shareOfDecimal } from "#lib/money/decimal.ts";

const read = (text: string) => {
  const decimal = parseDecimal(text);
  if (!decimal) throw new Error(text);
  return decimal;
};

test.each([
  ["12", 1200n],
  ["1.00", 100n],
  ["1e3", 100_000n],
  ["2.5E-1", 25n],
  ["0.005", 1n],
  ["0.0049999999", 0n],
  ["1e-7", 0n],
  ["0", 0n],
])("the text %s is rounded to %s hundredths", (text, hundredths) => {
  expect(roundDecimal(read(text), 2)).toBe(hundredths);
});

test.each([
  "",
  "-1",
  "+1",
  "1.",
  ".5",
  "1e",
  "1e999",
  " 1",
  "1,5",
  "0x10",
  "NaN",
  "Infinity",
  "1_000",
  "9".repeat(41),
])("%j is no decimal number", (text) => {
  expect(parseDecimal(text)).toBeNull();
});

test("a share is exact where it comes out even, whatever the spelling, and nothing of nothing", () => {
  expect(shareOfDecimal(2_454n, read("0.00027"), read("2.7e-4"))).toBe(2_454n);
  expect(shareOfDecimal(2_454n, read("0.000135"), read("0.00027"))).toBe(1_227n);
  expect(shareOfDecimal(100n, read("1"), read("3"))).toBe(33n);
  expect(shareOfDecimal(100n, read("2"), read("3"))).toBe(67n);
  expect(shareOfDecimal(100n, read("1"), read("0.0"))).toBeNull();
});

test("paying all of any amount of coins is all of the price; paying less is never more", () => {
  const coins = fc.tuple(fc.bigInt(1n, 10n ** 24n), fc.integer({ min: 0, max: 18 }));
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 12n),
      coins,
      fc.bigInt(0n, 10n ** 24n),
      (price, [digits, scale], less) => {
        const whole = { digits, scale };
        expect(shareOfDecimal(price, whole, whole)).toBe(price);
        const part = { digits: less < digits ? less : digits, scale };
        expect(shareOfDecimal(price, part, whole)! <= price).toBe(true);
      },
    ),
  );
});
