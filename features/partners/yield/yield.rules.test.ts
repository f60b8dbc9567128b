import { describe, expect, test } from "vitest";
import {
  type CountedEarnings,
  estimateYield,
  measuredYield,
  yieldRules,
} from "#features/partners/yield/yield.rules.ts";

const pair = { serviceId: 52, countryId: 6 };
// 100 codes at 5 roubles by 100 numbers in one day: 5 roubles a number and day.
const enough: CountedEarnings = { ...pair, codes: 100, paidKopecks: 50_000, numberHours: 2_400 };
const assumed = { lowMilli: 5_000, highMilli: 25_000 };

describe("the yield that own figures show", () => {
  test.each([
    [100, 325_000, 675_000],
    [999, 325_000, 675_000],
    [1_000, 400_000, 600_000],
    [10_000, 450_000, 550_000],
  ])("has ends that are closer the more codes there are: %d codes", (codes, lowMilli, highMilli) => {
    expect(measuredYield({ ...enough, codes })).toEqual({ ...pair, lowMilli, highMilli });
  });

  test.each([
    { codes: yieldRules.codesMin - 1 },
    { numberHours: yieldRules.numberDaysMin * 24 - 1 },
    { codes: 0, paidKopecks: 0 },
    { numberHours: 0 },
  ])("is not told by too few of them: %j", (few) => {
    expect(measuredYield({ ...enough, ...few })).toBeNull();
  });

  test("stays whole and exact for sums beyond 2^53 on the way", () => {
    const huge = { ...enough, codes: 10_000, paidKopecks: 9_000_000_000_000, numberHours: 2_400_000_000 };
    expect(measuredYield(huge)).toEqual({ ...pair, lowMilli: 81_000_000, highMilli: 99_000_000 });
  });
});

describe("the estimate of an applicant's earnings", () => {
  const own = { ...pair, lowMilli: 325_000, highMilli: 675_000 };
  const basis = { measured: [own], assumed };
  const ask = { ports: 16, countryIds: [6], serviceIds: [52] };

  test("of own figures is ports times yield, for a day and for 30", () => {
    expect(estimateYield(ask, basis)).toEqual({
      dayLowKopecks: 5_200,
      dayHighKopecks: 10_800,
      monthLowKopecks: 156_000,
      monthHighKopecks: 324_000,
      source: "measured",
    });
  });

  test("adds services up, shares ports among countries, and says when a part is assumed", () => {
    expect(estimateYield({ ...ask, serviceIds: [52, 1] }, basis)).toMatchObject({
      dayLowKopecks: 16 * 330,
      source: "mixed",
    });
    expect(estimateYield({ ...ask, countryIds: [6, 4] }, basis)).toMatchObject({
      dayLowKopecks: 8 * 330,
      source: "mixed",
    });
    expect(estimateYield({ ...ask, countryIds: [4] }, basis)).toMatchObject({
      dayLowKopecks: 80,
      dayHighKopecks: 400,
      source: "assumed",
    });
  });

  test("is rounded down once, at the end", () => {
    const thin = { measured: [{ ...pair, lowMilli: 99, highMilli: 199 }], assumed };
    expect(estimateYield({ ...ask, ports: 17 }, thin)).toMatchObject({
      dayLowKopecks: 1,
      dayHighKopecks: 3,
      monthLowKopecks: 50,
      monthHighKopecks: 101,
    });
  });

  test.each([{ ports: 0 }, { ports: 1.5 }, { ports: Number.NaN }, { countryIds: [] }, { serviceIds: [] }])(
    "is none without a whole number of ports, a country and a service: %j",
    (wrong) => expect(estimateYield({ ...ask, ...wrong }, basis)).toBeNull(),
  );
});
