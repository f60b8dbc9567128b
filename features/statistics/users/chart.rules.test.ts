import { describe, expect, test } from "vitest";
import {
  axisFor,
  axisOf,
  heightOf,
  highestOf,
  measuresOf,
  slotsOf,
} from "#features/statistics/users/chart.rules.ts";
import { daysOf, figuresOf, noCounts } from "#features/statistics/users/users.rules.ts";

function dayWith(day: string, requests: number, successes: number) {
  const counts = { ...noCounts, requests, numbers: requests, successes, expired: requests - successes };
  const { medianSeconds: _, ...figures } = figuresOf({ ...counts, capturedKopecks: successes * 1_250 }, null);
  return { day, ...figures };
}

describe("the axis", () => {
  test.each([0, 1, 2, 3, 5, 7, 9, 10, 11, 99, 100, 101, 1_234, 40_000, 999_999_999])(
    "begins at zero, reaches %i in round, equal steps and few lines",
    (highest) => {
      const lines = axisOf(highest);
      expect(lines[0]).toBe(0);
      expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
      const step = lines[1] as number;
      expect(lines).toEqual(lines.map((_, at) => at * step));
      expect(String(step)).toMatch(/^[125]0*$/);
      expect(lines.length).toBeLessThanOrEqual(6);
    },
  );

  test("of money in dollars has whole dollars of the rate, as many kopecks as they are", () => {
    const slots = slotsOf([dayWith("2026-11-01", 2, 1)]);
    const lines = axisFor(slots, "spent", 8_150);
    expect(lines.every((line) => line % 8_150 === 0)).toBe(true);
    expect(lines.at(-1)).toBeGreaterThanOrEqual(heightOf(slots[0]!, "spent") ?? 0);
  });

  test("of money has whole roubles, of the delivery rate always a hundred percent", () => {
    const slots = slotsOf([dayWith("2026-11-01", 2, 1)]);
    expect(axisFor(slots, "spent").every((line) => line % 100 === 0)).toBe(true);
    expect(axisFor(slots, "delivery")).toEqual([0, 25, 50, 75, 100]);
    expect(axisFor([], "purchases")).toEqual([0, 1]);
  });
});

describe("the bars", () => {
  test("are days for a quarter, weeks for a year, and lose nothing by it", () => {
    const days = daysOf("2026-01-01", "2026-12-31").map((day, at) =>
      dayWith(day, at % 5, at % 3 === 0 ? at % 5 : 0),
    );
    expect(slotsOf(days.slice(0, 92))).toHaveLength(92);
    const weeks = slotsOf(days);
    expect(weeks).toHaveLength(53);
    expect(weeks.at(-1)).toMatchObject({ from: "2026-12-25", to: "2026-12-31" });
    expect(weeks[0]).toMatchObject({ from: "2026-01-01", to: "2026-01-01" });
    for (const name of ["requests", "successes", "spentKopecks"] as const) {
      const sum = (all: readonly Record<typeof name, number>[]) =>
        all.reduce((whole, one) => whole + one[name], 0);
      expect(sum(weeks)).toBe(sum(days));
    }
  });

  test("of the delivery rate are missing where nothing was bought", () => {
    const [none, all] = slotsOf([dayWith("2026-11-01", 0, 0), dayWith("2026-11-02", 4, 1)]);
    expect(heightOf(none!, "delivery")).toBeNull();
    expect(heightOf(all!, "delivery")).toBe(25);
  });

  test("have a highest one, the latest of equals, and none when nothing happened", () => {
    const slots = slotsOf([
      dayWith("2026-11-01", 3, 1),
      dayWith("2026-11-02", 3, 2),
      dayWith("2026-11-03", 1, 1),
    ]);
    expect(highestOf(slots, "purchases")?.from).toBe("2026-11-02");
    expect(highestOf(slots, "delivery")?.from).toBe("2026-11-03");
    expect(highestOf(slotsOf([dayWith("2026-11-01", 0, 0)]), "spent")).toBeNull();
  });
});

test("of ready accounts the chart shows orders, accounts and money, and of numbers what it always did", () => {
  expect(measuresOf("accounts")).toEqual(["orders", "accounts", "spent"]);
  for (const kind of ["all", "activation", "rental"] as const)
    expect(measuresOf(kind)).toEqual(["purchases", "spent", "delivery"]);
  const [slot] = slotsOf([{ ...dayWith("2026-11-01", 0, 0), requests: 2, accountOrders: 2, accounts: 7 }]);
  expect([heightOf(slot!, "orders"), heightOf(slot!, "accounts")]).toEqual([2, 7]);
});
