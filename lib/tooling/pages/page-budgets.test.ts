import { expect, test } from "vitest";
import { budgets, listExcess } from "#lib/tooling/pages/page-budgets.ts";

const weigh = (brotliKb: number, gzipKb: number, cssKb: number) => ({
  script: { brotli: brotliKb * 1_000, gzip: gzipKb * 1_000 },
  css: { brotli: 11_000, gzip: cssKb * 1_000 },
});
const budgetOf = (page: string) => budgets.find((one) => one.page === page)!;

test("the login's script fails above 200 KB of gzip, and home's above what it weighs today", () => {
  const login = budgetOf("[locale]/authorization");
  expect(listExcess(weigh(188, 200, 12), login)).toEqual([]);
  expect(listExcess(weigh(188, 200.1, 12), login)).toEqual(["gzip"]);
  const home = budgetOf("[locale]");
  expect(listExcess(weigh(180, 190, 12), home)).toEqual([]);
  expect(listExcess(weigh(180, 190.1, 12), home)).toEqual(["gzip"]);
});

test.each(budgets)("the CSS of $page fails above 12 KB of gzip, though brotli makes it smaller", (budget) => {
  expect(listExcess(weigh(100, 110, 12.1), budget)).toEqual(["CSS"]);
});

test.each(budgets)("the script of $page fails above its limit as the front door packs it", (budget) => {
  expect(listExcess(weigh(budget.script + 0.1, 110, 11), budget)).toEqual(["script"]);
});
