import { expect, test } from "vitest";
import { lengthenRows, sumBlocked } from "#lib/tooling/pages/visit.ts";

test("a page's blocking time is what its long tasks take beyond 50 ms after the first paint", () => {
  const tasks = [
    // Before anything was painted.
    [100, 300],
    // Half of it before the first paint.
    [450, 200],
    [900, 60],
  ] as const;
  expect(sumBlocked({ tasks, paintedMs: 500 })).toBe(100 + 10);
});

test("a task that was still short after the first paint blocks nothing", () => {
  expect(sumBlocked({ tasks: [[400, 140]], paintedMs: 500 })).toBe(0);
});

test("refreshed rows are those that the page shows, in its order, with prices and counts eleven times as long", () => {
  const indonesia = { name: "Indonesia", price: 9.1, count: 30, country_external_id: 6 };
  const newcomer = { name: "Kenya", price: 1, count: 2, country_external_id: 8 };
  const shown = [
    { name: "Indonesia", priceKopecks: 840 },
    { name: "Chile", priceKopecks: 3_682 },
  ];
  expect(lengthenRows(shown, [newcomer, indonesia])).toEqual([
    { name: "Indonesia", price: 92.4, count: 330, country_external_id: 6 },
    // Sold out since the page came.
    { name: "Chile", price: 405.02, count: 1_100, country_external_id: -2 },
  ]);
});
