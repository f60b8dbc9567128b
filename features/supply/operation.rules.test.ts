import { expect, it } from "vitest";
import { fullness, makeSupplierKey, supplierKeyPattern } from "#features/supply/operation.rules.ts";

it("a supplier is full at its limit, and sells again when a tenth of it is free", () => {
  const open = { openMax: 20, isFull: false };
  expect([18, 19, 20, 25].map((count) => fullness(open, count))).toEqual([false, false, true, true]);
  const full = { openMax: 20, isFull: true };
  expect([20, 19, 18, 0].map((count) => fullness(full, count))).toEqual([true, true, false, false]);
});

it("a limit of one order closes with it and opens after it", () => {
  expect(fullness({ openMax: 1, isFull: false }, 1)).toBe(true);
  expect(fullness({ openMax: 1, isFull: true }, 0)).toBe(false);
});

it("made keys are as keys that are given, and no two are alike", () => {
  const keys = Array.from({ length: 100 }, makeSupplierKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(supplierKeyPattern);
});
