import { expect, test } from "vitest";
import { isExploring } from "#features/activations/purchase/routing.rules.ts";

const orders = Array.from({ length: 10_000 }, (_, at) => ({ userId: at % 7, idempotencyKey: `order-${at}` }));

test("the exploring share of all orders is close to the percent that is set", () => {
  const share = orders.filter((order) => isExploring(order, 5)).length / orders.length;
  expect(share).toBeGreaterThan(0.04);
  expect(share).toBeLessThan(0.06);
});

test("a repeated order explores again or again does not, with 0 none does and with 100 all do", () => {
  for (const order of orders.slice(0, 100)) {
    expect(isExploring(order, 5)).toBe(isExploring({ ...order }, 5));
    expect(isExploring(order, 0)).toBe(false);
    expect(isExploring(order, 100)).toBe(true);
  }
});
