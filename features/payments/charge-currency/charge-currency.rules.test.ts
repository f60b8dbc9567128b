import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ChargeCurrency,
  chargeCurrencies,
  chargeOf,
  currencyDecimals,
  microRateOf,
  minorOf,
  minorText,
  rateText,
  shareInKopecks,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

const foreign = chargeCurrencies.filter((currency) => currency !== "RUB");
const anyCurrency = fc.constantFrom<ChargeCurrency>(...chargeCurrencies);
const anyForeign = fc.constantFrom<ChargeCurrency>(...foreign);
const anyAmount = fc.integer({ min: 1, max: 1_000_000_000_00 });
const anyMicroRate = fc.bigInt({ min: 1n, max: 1_000_000_000_000n });

describe("what is charged for an amount", () => {
  it.each([
    [10_000, "USD", "81.500000", "1.23"],
    [8_150, "USD", "81.500000", "1.00"],
    [8_151, "USD", "81.500000", "1.01"],
    [200_000, "USDT", "81.500000", "24.539878"],
    [1, "USD", "81.500000", "0.01"],
    [100_000, "CNY", "11.25", "88.89"],
    [99_999_999_999, "USD", "0.000001", "999999999990000.00"],
  ] as const)("%i kopecks in %s at %s are %s", (amount, currency, rate, text) => {
    expect(chargeOf(kopecks(amount), currency, rate)).toEqual({ amount: text, currency });
  });

  it("is the amount itself in roubles, whatever the rate", () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        expect(chargeOf(kopecks(amount), "RUB", null).amount).toBe(decimalRoubles(kopecks(amount)));
      }),
    );
  });

  it("is never less than its worth, and less than one smallest unit more", () => {
    fc.assert(
      fc.property(anyAmount, anyForeign, anyMicroRate, (amount, currency, micro) => {
        const { amount: text } = chargeOf(kopecks(amount), currency, rateText(micro));
        const minor = BigInt(text.replace(".", ""));
        const unit = 10n ** BigInt(currencyDecimals[currency]);
        // minor / unit * micro / 10^6 roubles, against amount / 100: both sides times 10^6 * unit * 100.
        const worth = BigInt(amount) * 1_000_000n * unit;
        expect(minor * micro * 100n >= worth).toBe(true);
        expect((minor - 1n) * micro * 100n < worth).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("has all digits of its currency", () => {
    fc.assert(
      fc.property(anyAmount, anyForeign, anyMicroRate, (amount, currency, micro) => {
        const { amount: text } = chargeOf(kopecks(amount), currency, rateText(micro));
        expect(text).toMatch(new RegExp(`^\\d+\\.\\d{${currencyDecimals[currency]}}$`));
      }),
    );
  });

  it.each([null, "", "0", "0.000000", "-1", "81,5", "1e2", "81.5000001", "NaN"])(
    "the rate %j is refused, not reckoned with",
    (rate) => {
      expect(() => chargeOf(kopecks(100), "USD", rate)).toThrow(RangeError);
    },
  );
});

describe("amounts and rates as texts", () => {
  it("read what they wrote, whatever the currency", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), anyCurrency, (minor, currency) => {
        expect(minorOf(minorText(minor, currency), currency)).toBe(minor);
        expect(minorOf(`${minorText(minor, currency)}000`, currency)).toBe(minor);
      }),
    );
    fc.assert(
      fc.property(anyMicroRate, (micro) => {
        expect(microRateOf(rateText(micro))).toBe(micro);
      }),
    );
  });

  it("read no amount finer than the currency", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        anyCurrency,
        fc.integer({ min: 1, max: 9 }),
        (minor, currency, digit) => {
          expect(minorOf(`${minorText(minor, currency)}${digit}`, currency)).toBeNull();
        },
      ),
    );
  });

  it.each(["1e3", "-1", "+1", " 1", "1 ", "1,5", "0x10", "", ".5", "1.", "Infinity", "١"])(
    "take %j for no amount",
    (text) => {
      expect(minorOf(text, "USD")).toBeNull();
    },
  );
});

describe("a part of a payment in kopecks", () => {
  it("is all of it for the whole, nothing for nothing, never more, and never falls when the part grows", () => {
    const anyMinor = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(anyMinor, anyMinor, anyMinor, anyAmount, (whole, one, other, amount) => {
        const share = (part: bigint) => shareInKopecks(part, whole, kopecks(amount));
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(share(whole)).toBe(BigInt(amount));
        expect(share(whole + one)).toBe(BigInt(amount));
        expect(share(0n)).toBe(0n);
        expect(share(less) <= share(more)).toBe(true);
        expect(share(more) <= BigInt(amount)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it("a part of an amount in roubles is exact to the kopeck", () => {
    fc.assert(
      fc.property(anyAmount, anyAmount, (one, other) => {
        const [part, whole] = one < other ? [one, other] : [other, one];
        expect(shareInKopecks(BigInt(part), BigInt(whole), kopecks(whole))).toBe(BigInt(part));
      }),
    );
  });
});
