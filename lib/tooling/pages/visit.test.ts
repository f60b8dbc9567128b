import { expect, test } from "vitest";
import { sumBlocked } from "#lib/tooling/pages/visit.ts";

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
