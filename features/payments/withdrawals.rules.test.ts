import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cardNumberIn,
  maskDestination,
  tronAddressIn,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import {
  bonusToKeep,
  isClosed,
  kopecksForUsdt,
  type Lot,
  nextState,
  partOfCharge,
  splitWallet,
  usdtFor,
  withdrawalEvents,
  withdrawalStates,
} from "#features/payments/withdrawals.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

/** Written out by hand: what the product promises, not what the code says. */
const ALLOWED = [
  "unconfirmed confirm_destination requested",
  "unconfirmed reject rejected",
  "unconfirmed cancel cancelled",
  "unconfirmed stop cancelled",
  "requested approve approved",
  "requested reject rejected",
  "requested cancel cancelled",
  "requested stop cancelled",
  "approved reject rejected",
  "approved send sending",
  "approved stop cancelled",
  "sending confirm paid",
  "sending confirm_return returned",
  "paid bounce returned",
] as const;

describe("the state table", () => {
  test("every pair of state and event leads where the product says, and nowhere else", () => {
    expectPairs({ states: withdrawalStates, events: withdrawalEvents, nextState }, ALLOWED);
  });

  test("four states are final: paid, returned, rejected and cancelled", () => {
    expect(withdrawalStates.filter(isClosed)).toEqual(["paid", "returned", "rejected", "cancelled"]);
  });
});

describe("what of the wallet is an unused top-up", () => {
  const lot = (transferId: number, origin: Lot["origin"], amount: number): Lot => ({
    transferId,
    origin,
    amountKopecks: kopecks(amount),
  });

  test("spending takes the oldest money first", () => {
    const left = splitWallet(kopecks(150), [lot(2, "top_up", 100), lot(1, "top_up", 100)], []);
    expect([...left.topUps]).toEqual([
      [2, 100],
      [1, 50],
    ]);
    expect(left.topUpsKopecks).toBe(150);
  });

  test("a bonus that came after a top-up is in the wallet before it, and never counts as a top-up", () => {
    const left = splitWallet(kopecks(60_000), [lot(2, "bonus", 10_000), lot(1, "top_up", 100_000)], []);
    expect(left).toMatchObject({ topUpsKopecks: 50_000, bonusKopecks: 10_000 });
    expect(bonusToKeep(kopecks(25_000), left)).toBe(5_000);
    expect(bonusToKeep(kopecks(50_000), left)).toBe(10_000);
    expect(bonusToKeep(kopecks(1), left)).toBe(1);
  });

  test("bonus money kept aside is taken off the bonuses before it, not off later ones", () => {
    const lots = [lot(9, "bonus", 50), lot(5, "bonus", 100), lot(1, "top_up", 1_000)];
    const left = splitWallet(kopecks(1_050), lots, [{ holdId: 7, amountKopecks: kopecks(100) }]);
    expect(left).toMatchObject({ bonusKopecks: 50, topUpsKopecks: 1_000 });
  });

  test("never more than the wallet holds, never more of a top-up than came in, whatever came when", () => {
    const anyLot = fc.record({
      origin: fc.constantFrom("top_up", "bonus", "other") as fc.Arbitrary<Lot["origin"]>,
      amount: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(anyLot, { maxLength: 30 }),
        fc.nat(10_000_000),
        fc.array(fc.record({ holdId: fc.nat(40), amount: fc.nat(1_000_000) }), { maxLength: 5 }),
        (given, available, kept) => {
          const lots = given.map(({ origin, amount }, index) => lot(given.length - index, origin, amount));
          const left = splitWallet(
            kopecks(available),
            lots,
            kept.map(({ holdId, amount }) => ({ holdId, amountKopecks: kopecks(amount) })),
          );
          expect(left.topUpsKopecks + left.bonusKopecks).toBeLessThanOrEqual(available);
          for (const [id, share] of left.topUps) {
            const own = lots.find(({ transferId }) => transferId === id);
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(own?.amountKopecks ?? -1);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("other currencies", () => {
  test("100 USDT cost at least what 100 USDT are worth, and give 100.00 again", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1_000_000n, max: 1_000_000_000n }),
        fc.integer({ min: 1, max: 10_000 }),
        (rate, whole) => {
          const amount = kopecksForUsdt(whole, rate);
          expect(Number(usdtFor(amount, rate))).toBeGreaterThanOrEqual(whole);
          expect(Number(usdtFor(kopecks(amount - 1), rate))).toBeLessThan(whole);
        },
      ),
    );
    expect(usdtFor(kopecks(815_000), 81_500_000n)).toBe("100.00");
    expect(usdtFor(kopecks(814_999), 81_500_000n)).toBe("99.99");
  });

  test("parts of a charge never sum to more than the charge; the whole is the whole", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 100_000_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(),
        (whole, charged, cut) => {
          const part = (cut % (whole - 1)) + 1;
          const text = `${Math.floor(charged / 100)}.${String(charged % 100).padStart(2, "0")}`;
          const one = Number((partOfCharge(kopecks(part), kopecks(whole), text) ?? "").replace(".", ""));
          const other = Number(
            (partOfCharge(kopecks(whole - part), kopecks(whole), text) ?? "").replace(".", ""),
          );
          expect(one + other).toBeLessThanOrEqual(charged);
          expect(one + other).toBeGreaterThanOrEqual(charged - 1);
          expect(partOfCharge(kopecks(whole), kopecks(whole), text)).toBe(text);
        },
      ),
    );
    expect(partOfCharge(kopecks(1), kopecks(2), "1e3")).toBeNull();
  });
});

describe("where the money goes", () => {
  test("a card number must have 16 to 19 digits and its check digit", () => {
    expect(cardNumberIn("4242 4242 4242 4242")).toBe("4242424242424242");
    expect(cardNumberIn("2200-0000-0000-0004")).toBe("2200000000000004");
    for (const wrong of ["4242 4242 4242 4241", "42424242", "", "4242424242424242a", "0x42424242424242"])
      expect(cardNumberIn(wrong)).toBeNull();
  });

  test("a mistyped Tron address is refused by its checksum", () => {
    const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    expect(tronAddressIn(` ${address} `)).toBe(address);
    for (const wrong of [
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u",
      "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6",
      "0xdAC17F958D2ee523a2206206994597C13D831ec7",
      `${address.slice(0, 9)}0${address.slice(10)}`,
    ])
      expect(tronAddressIn(wrong)).toBeNull();
  });

  test("people are shown the end of a card and both ends of an address", () => {
    expect(maskDestination("card", "4242424242424242")).toBe("•••• 4242");
    expect(maskDestination("usdt", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")).toBe("TR7N…Lj6t");
  });
});
