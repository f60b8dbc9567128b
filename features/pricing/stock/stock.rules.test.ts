import { expect, test } from "vitest";
import { inStockFirst } from "#features/pricing/stock/stock.rules.ts";

test("what can be bought stands before what cannot, each in its order", () => {
  const stock = { fromKopecks: 500, count: 2 };
  const entries = [
    { name: "a", stock: null },
    { name: "b", stock },
    { name: "c", stock: null },
    { name: "d", stock },
  ];
  expect(inStockFirst(entries).map(({ name }) => name)).toEqual(["b", "d", "a", "c"]);
});
