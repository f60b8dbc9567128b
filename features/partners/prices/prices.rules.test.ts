import { describe, expect, test } from "vitest";
import {
  byPercent,
  competitorsOf,
  effectOf,
  limitsOf,
  median,
  ownSalesOf,
  priceRules,
  salesSteps,
  sharesOf,
  withinLimits,
} from "#features/partners/prices/prices.rules.ts";

const ME = 1;
const costs = (...amounts: number[]) =>
  amounts.map((costKopecks, at) => ({ supplierId: 2 + at, costKopecks }));
const sold = (supplierId: number, costKopecks: number, codes: number) => ({ supplierId, costKopecks, codes });

describe("competitors' prices", () => {
  test("the median is the middle one, and half of two rounded down", () => {
    expect(median([900, 100, 500])).toBe(500);
    expect(median([100, 301, 200, 900])).toBe(250);
    expect(median([7])).toBe(7);
    expect(() => median([])).toThrow(RangeError);
  });

  test("of fewer than three competitors nothing is told, whatever the partner itself has on sale", () => {
    const own = { supplierId: ME, costKopecks: 50 };
    expect(competitorsOf(ME, [own, ...costs(100, 200)])).toBeNull();
    expect(competitorsOf(ME, [])).toBeNull();
    expect(competitorsOf(ME, [own, ...costs(100, 200, 400)])).toEqual({
      ...{ count: 3, lowestKopecks: 100, medianKopecks: 200 },
    });
  });
});

describe("the steps of past sales", () => {
  test("every step holds the sales of three competitors at least, and what is left over joins the last", () => {
    const sales = [
      ...[sold(2, 100, 5), sold(3, 110, 5), sold(4, 120, 10), sold(4, 200, 3)],
      ...[sold(5, 210, 4), sold(6, 230, 6), sold(7, 900, 7)],
    ];
    expect(salesSteps(ME, sales)).toEqual([
      { fromKopecks: 100, toKopecks: 120, codes: 20, ownCodes: 0 },
      { fromKopecks: 200, toKopecks: 900, codes: 20, ownCodes: 0 },
    ]);
  });

  test("several costs of one competitor make no step", () => {
    expect(salesSteps(ME, [sold(2, 1, 9), sold(2, 2, 9), sold(2, 3, 9), sold(3, 4, 9)])).toEqual([]);
  });

  test("sales at one cost are never parted", () => {
    const sales = [2, 3, 4, 5].map((supplier) => sold(supplier, 100, 1));
    expect(salesSteps(ME, sales)).toEqual([{ fromKopecks: 100, toKopecks: 100, codes: 4, ownCodes: 0 }]);
  });

  test("own sales lie in a step but decide no border", () => {
    const others = [sold(2, 100, 5), sold(3, 110, 5), sold(4, 120, 10)];
    expect(salesSteps(ME, [...others, sold(ME, 50, 2), sold(ME, 300, 3)])).toEqual([
      { fromKopecks: 50, toKopecks: 300, codes: 25, ownCodes: 5 },
    ]);
    expect(salesSteps(ME, [...others.slice(1), sold(ME, 50, 2)])).toEqual([]);
  });

  test("shares are whole percents that add up to a hundred", () => {
    expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33]);
    expect(sharesOf([999, 1])).toEqual([100, 0]);
    expect(sharesOf([0, 0])).toEqual([0, 0]);
    expect(sharesOf([])).toEqual([]);
  });
});

describe("a price", () => {
  test("is changed by percent and rounded half up to whole kopecks", () => {
    expect([byPercent(950, 10), byPercent(50, 1), byPercent(49, 1), byPercent(333, -50)]).toEqual([
      1_045, 51, 49, 167,
    ]);
    expect(byPercent(1, -50)).toBe(1);
  });

  test("is held between floor and ceiling, the partner's own before the house's", () => {
    const house = { floorKopecks: 50, ceilingKopecks: 1_000 };
    expect(limitsOf({ floorKopecks: null, ceilingKopecks: null }, house)).toEqual(house);
    const own = limitsOf({ floorKopecks: 80, ceilingKopecks: 200 }, house);
    expect(own).toEqual({ floorKopecks: 80, ceilingKopecks: 200 });
    expect([79, 80, 200, 201].map((cost) => withinLimits(cost, own))).toEqual([80, 80, 200, 200]);
    expect(limitsOf({ floorKopecks: null, ceilingKopecks: 20 }, house)).toEqual({
      ...{ floorKopecks: 20, ceilingKopecks: 20 },
    });
  });
});

describe("the expected effect of another price", () => {
  const steps = [
    { fromKopecks: 100, toKopecks: 199, codes: 400, ownCodes: 0 },
    { fromKopecks: 200, toKopecks: 299, codes: 400, ownCodes: 100 },
  ];
  const own = { codes: 100, meanKopecks: 200 };
  const ask = { steps, own, costKopecks: 200, wantedKopecks: 200 };

  test("is the same part of all codes that were sold at the price or dearer", () => {
    expect(effectOf(ask)).toEqual({
      ...{ kind: "expected", nowCodes: 100, nowKopecks: 20_000 },
      ...{ lowCodes: 80, highCodes: 120, lowKopecks: 16_000, highKopecks: 24_000 },
    });
    expect(effectOf({ ...ask, wantedKopecks: 100 })).toMatchObject({ lowCodes: 160, highCodes: 240 });
    expect(effectOf({ ...ask, wantedKopecks: 250 })).toMatchObject({ lowCodes: 40, highCodes: 60 });
    expect(effectOf({ ...ask, wantedKopecks: 300 })).toMatchObject({ highCodes: 0, highKopecks: 0 });
  });

  test("is nearer to certain the more codes there are, and never nearer than a tenth", () => {
    const many = steps.map((step) => ({ ...step, codes: step.codes * 100 }));
    expect(effectOf({ ...ask, steps: many, own: { ...own, codes: 10_000 } })).toMatchObject({
      ...{ lowCodes: 9_000, highCodes: 11_000 },
    });
  });

  test("is not told where past sales are too few, and says which", () => {
    expect(effectOf({ ...ask, steps: [] })).toEqual({ kind: "few-competitors" });
    expect(effectOf({ ...ask, own: null })).toEqual({ kind: "few-own" });
    expect(effectOf({ ...ask, own: { ...own, codes: priceRules.ownCodesMin - 1 } })).toEqual({
      kind: "few-own",
    });
    const few = [{ fromKopecks: 100, toKopecks: 200, codes: priceRules.marketCodesMin - 1, ownCodes: 30 }];
    expect(effectOf({ ...ask, steps: few })).toEqual({ kind: "few-market" });
  });

  test("never expects more codes than were sold", () => {
    const all = [{ fromKopecks: 100, toKopecks: 100, codes: 100, ownCodes: 90 }];
    expect(
      effectOf({ ...ask, steps: all, own: { codes: 90, meanKopecks: 100 }, wantedKopecks: 90 }),
    ).toMatchObject({
      highCodes: 100,
    });
  });

  test("own sales have the mean of what was paid for them", () => {
    expect(ownSalesOf(ME, [sold(ME, 100, 1), sold(ME, 201, 1), sold(2, 900, 5)])).toEqual({
      ...{ codes: 2, meanKopecks: 150 },
    });
    expect(ownSalesOf(ME, [sold(2, 900, 5)])).toBeNull();
  });
});
