import { expect, test } from "vitest";
import { withStockFirst } from "#features/rentals/shop/rent-stock.rules.ts";

const services = [{ id: 47 }, { id: 52 }, { id: 3 }];

test("services that can be rented stand before those that cannot, each in their order", () => {
  const stock = new Map([
    [52, { fromKopecks: 560, count: 2 }],
    [3, { fromKopecks: 700, count: 1 }],
  ]);
  expect(withStockFirst(services, stock).map(({ id }) => id)).toEqual([52, 3, 47]);
});

test("services for rent stay in their order while their stock is not known", () => {
  expect(withStockFirst(services, undefined)).toBe(services);
});
