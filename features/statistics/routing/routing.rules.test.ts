import { describe, expect, test } from "vitest";
import { rateSupplies, routingOf, type SupplyHistory } from "#features/statistics/routing/routing.rules.ts";

const settings = { priorOrders: 20, trialAttempts: 20 };
const history = (supplierId: number, figures: Partial<SupplyHistory>): SupplyHistory => ({
  ...{ serviceId: 52, countryId: 6, supplierId, isOwn: true },
  ...{ orders: 0, codes: 0, timed: 0, waitedSeconds: 0, asked: 0, refused: 0 },
  ...figures,
});
const chances = (histories: readonly SupplyHistory[]) =>
  rateSupplies(histories, settings).map(({ chancePercent }) => chancePercent);

describe("what a supplier is worth", () => {
  test("is what is believed of everybody while there is no history", () => {
    const [worth] = rateSupplies([history(1, {})], settings);
    expect(worth).toMatchObject({ chancePercent: 50, waitSeconds: 180, isTrial: true });
  });

  test("comes close to its own figures when they are many", () => {
    const [good, bad] = chances([
      history(1, { orders: 2_000, codes: 1_800 }),
      history(2, { orders: 2_000, codes: 200 }),
    ]);
    expect(good).toBeGreaterThanOrEqual(89);
    expect(bad).toBeLessThanOrEqual(11);
  });

  test("is the mean of the service in the country for a supplier without orders of its own", () => {
    const [, unknown] = chances([history(1, { orders: 2_000, codes: 1_800 }), history(2, {})]);
    expect(unknown).toBeGreaterThanOrEqual(89);
  });

  test("leans on the service's other countries where a country has no history", () => {
    const [, elsewhere] = chances([
      history(1, { orders: 2_000, codes: 1_800 }),
      history(2, { countryId: 10 }),
    ]);
    expect(elsewhere).toBeGreaterThanOrEqual(89);
  });

  test("is not moved far by the first order without a code", () => {
    const [, once] = chances([history(1, { orders: 2_000, codes: 1_800 }), history(2, { orders: 1 })]);
    expect(once).toBeGreaterThanOrEqual(84);
  });

  test("falls with questions that brought no number, and not for stock of our own", () => {
    const figures = { orders: 500, codes: 450, asked: 1_000, refused: 500 };
    const [agent] = chances([history(1, { ...figures, isOwn: false })]);
    const [own] = chances([history(1, { ...figures, isOwn: true })]);
    expect(agent).toBeLessThanOrEqual(46);
    expect(own).toBeGreaterThanOrEqual(88);
  });

  test("is on trial below the attempts that are set, refused ones counted", () => {
    const trial = (figures: Partial<SupplyHistory>) =>
      rateSupplies([history(1, figures)], settings)[0]?.isTrial;
    expect(trial({ orders: 10, refused: 9, asked: 19 })).toBe(true);
    expect(trial({ orders: 10, refused: 10, asked: 20 })).toBe(false);
  });

  test("stays between one and a hundred attempts for a code, whatever the figures", () => {
    for (const [orders, codes] of [
      [1_000_000, 0],
      [1_000_000, 1_000_000],
    ] as const) {
      const [worth] = rateSupplies([history(1, { orders, codes })], settings);
      const { triesPercent } = routingOf(worth as NonNullable<typeof worth>, 10);
      expect(triesPercent).toBeGreaterThanOrEqual(100);
      expect(triesPercent).toBeLessThanOrEqual(10_000);
    }
  });
});
