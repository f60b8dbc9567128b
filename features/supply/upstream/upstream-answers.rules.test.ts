import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readActive, readPurchase, readStatus } from "#features/supply/upstream/upstream-answers.rules.ts";
import { readPrices } from "#features/supply/upstream/upstream-prices.rules.ts";
import { costOf, priceLimit, readBalanceCents, readPrice } from "#features/supply/upstream-money.rules.ts";
import { parseDecimal } from "#lib/money/decimal.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const agreed = { currency: "RUB", rateKopecks: 100, costKopecks: kopecks(1_250) } as const;

describe("money of another shop", () => {
  it("every price that came to a cost is within the limit that is made of it, and the limit costs no more", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000_000 }),
        fc.integer({ min: 1, max: 100_000 }),
        (units, rate) => {
          const price = { digits: BigInt(units), scale: 4 };
          const cost = costOf(price, rate);
          fc.pre(cost !== null);
          const limit = parseDecimal(priceLimit(cost as NonNullable<typeof cost>, rate));
          expect(limit).not.toBeNull();
          const scaled = (limit?.digits ?? 0n) * 10n ** BigInt(4 - (limit?.scale ?? 0));
          expect(scaled).toBeGreaterThanOrEqual(price.digits);
          expect(costOf({ digits: scaled, scale: 4 }, rate)).toBeLessThanOrEqual(cost as number);
        },
      ),
    );
  });

  it("a price limit of roubles has two decimals, as the oldest shops read them", () => {
    expect([1, 100, 1_250, 999_999].map((cost) => priceLimit(kopecks(cost), 100))).toEqual([
      ...["0.01", "1.00", "12.50", "9999.99"],
    ]);
  });

  it("prices come as numbers and as text, and nothing is a price that is not above zero", () => {
    for (const value of [12.5, "12.5", "12.50", " 12.50 "])
      expect(costOf(readPrice(value) as never, 100)).toBe(1_250);
    for (const value of [0, -1, "", "free", null, undefined, Number.NaN, {}])
      expect(readPrice(value)).toBeNull();
  });

  it("a balance is rounded down to hundredths", () => {
    expect(["17.15", "17.159", "0", "-1.001", "x"].map(readBalanceCents)).toEqual([
      1_715,
      1_715,
      0,
      -101,
      null,
    ]);
  });
});

describe("answers to a purchase", () => {
  it("of both actions are read alike", () => {
    const number = { kind: "number", number: 628_123_456n, supplierRef: 77n, isLoose: false };
    expect(readPurchase("ACCESS_NUMBER:77:628123456", agreed).answer).toEqual(number);
    const whole = '{"activationId":"77","phoneNumber":"+628123456","activationCost":"12.50","currency":643}';
    expect(readPurchase(whole, agreed).answer).toEqual({ ...number, costKopecks: 1_250 });
  });

  it.each([
    ["NO_NUMBERS", "no-numbers"],
    ['{"status":"error","message":"NO_NUMBERS"}', "no-numbers"],
    ["BAD_SERVICE", "failed"],
    ["WRONG_MAX_PRICE:13.00", "failed"],
    ['{"title":"BANNED","details":"for a while"}', "failed"],
    ["SERVER_ERROR", "unknown"],
    ["ORDER_ALREADY_EXISTS", "unknown"],
    ["", "unknown"],
    ["<html>NO_NUMBERS</html>", "unknown"],
    ["{}", "unknown"],
    ['{"activationId":', "unknown"],
  ])("such as %j mean %s for whoever asked", (text, kind) =>
    expect(readPurchase(text, agreed).answer.kind).toBe(kind),
  );

  it("of any text never throw, and never invent a number", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        fc.pre(!text.includes("ACCESS_NUMBER"));
        expect(readPurchase(text, agreed).answer.kind).not.toBe("number");
        readActive(text);
        readStatus(text);
      }),
    );
  });
});

describe("lists of another shop", () => {
  const pricesOf = (list: unknown) => readPrices(JSON.parse(JSON.stringify(list)), 100);
  const offer = { country: "6", service: "tg", operator: "any", costKopecks: 1_250 };

  it("have prices in three shapes", () => {
    const counted = { counts: [{ ...offer, count: 9 }], uncounted: [] };
    expect(pricesOf({ 6: { tg: { cost: 12.5, count: 9, physicalCount: 3 } } })).toEqual(counted);
    expect(pricesOf({ 6: { tg: { price: "12.50", count: "9" } } })).toEqual(counted);
    expect(pricesOf({ 6: { tg_0: { "13": 58, "12.50": 9, "11": 0 } } })).toEqual(counted);
    expect(pricesOf({ 6: { tg: { cost: 12.5 } } })).toEqual({ counts: [], uncounted: [offer] });
    expect(pricesOf({ 6: [], 7: { tg: { cost: "free", count: 1 } } })).toEqual({ counts: [], uncounted: [] });
  });

  it.each([[[]], ["x"], [{ status: "false", msg: "service is incorrect" }], [null]])(
    "are no price list when they are %j",
    (list) => expect(pricesOf(list)).toBeNull(),
  );

  it("of open activations are found under each name that shops give them", () => {
    const entry = {
      activationId: 5,
      countryCode: 6,
      serviceCode: "tg_0",
      smsCode: [],
      activationStatus: "4",
    };
    const read = [{ supplierRef: 5n, country: "6", service: "tg", hasNews: false, members: entry }];
    expect(readActive(JSON.stringify({ status: "success", activeActivations: [entry] }))).toEqual(read);
    expect(readActive(JSON.stringify({ data: [entry], activeActivations: { rows: [] } }))).toEqual(read);
    expect(readActive("NO_ACTIVATIONS")).toEqual([]);
    expect(readActive("<html>")).toBeNull();
  });

  it("tell whether there is a code", () => {
    expect(readStatus("STATUS_OK:G-123456")).toEqual({ kind: "code", code: "G-123456" });
    expect(readStatus("STATUS_WAIT_RETRY:1234")).toEqual({ kind: "waiting" });
    expect(readStatus("STATUS_CANCEL")).toEqual({ kind: "over" });
    expect(readStatus("STATUS_OK:")).toBeNull();
  });
});
