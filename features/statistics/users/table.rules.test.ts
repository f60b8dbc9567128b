import { expect, test } from "vitest";
import { columnsOf, firstSort, nameOf, nextSort, sortRows } from "#features/statistics/users/table.rules.ts";
import type { GroupView } from "#features/statistics/users/users.contract.ts";
import { figuresOf, noCounts } from "#features/statistics/users/users.rules.ts";

function row(name: string, requests: number, medianSeconds: number | null): GroupView {
  return {
    ...figuresOf({ ...noCounts, requests }, medianSeconds),
    day: null,
    service: { code: name, name, icon: null },
    country: null,
  };
}

const rows = [row("b", 1, 9), row("a", 1, null), row("c", 5, 3)];
const names = (sorted: readonly GroupView[]) => sorted.map(nameOf).join("");

test("the first click sorts from high to low, the next from low to high, another column begins anew", () => {
  const first = firstSort({ kind: "all", by: "service" });
  expect(names(sortRows(rows, first))).toBe("cab");
  const second = nextSort(first, "requests");
  expect(names(sortRows(rows, second))).toBe("abc");
  expect(nextSort(second, "name")).toEqual({ column: "name", isDescending: true });
  expect(firstSort({ kind: "accounts", by: "day" })).toEqual({ column: "name", isDescending: true });
});

test("ready accounts have columns of their own, and one beside those of numbers where there are any", () => {
  const total = figuresOf(noCounts, null);
  const some = { ...total, accountOrders: 1 };
  expect(columnsOf({ kind: "all", total })).not.toContain("accounts");
  expect(columnsOf({ kind: "all", total: some })).toEqual([...columnsOf({ kind: "all", total }), "accounts"]);
  expect(columnsOf({ kind: "accounts", total: some })).not.toContain("successes");
  expect(firstSort({ kind: "accounts", by: "service" }).column).toBe("accountOrders");
});

test("rows without a figure stand last either way", () => {
  expect(names(sortRows(rows, { column: "medianSeconds", isDescending: true }))).toBe("bca");
  expect(names(sortRows(rows, { column: "medianSeconds", isDescending: false }))).toBe("cba");
});
