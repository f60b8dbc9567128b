import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createTagDropper } from "#lib/api/front-door/page-tags.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("the first tags are dropped at once and a storm after them in one go", () => {
  const dropped: string[][] = [];
  const dropper = createTagDropper((tags) => dropped.push([...tags]), 400);
  dropper.announce("offers:52, catalogue");
  expect(dropped).toEqual([["offers:52", "catalogue"]]);
  for (let index = 0; index < 100; index += 1) dropper.announce(`offers:${index % 3}`);
  expect(dropped.length).toBe(1);
  vi.advanceTimersByTime(401);
  expect(dropped).toEqual([
    ["offers:52", "catalogue"],
    ["offers:0", "offers:1", "offers:2"],
  ]);
  vi.advanceTimersByTime(1_000);
  expect(dropped.length).toBe(2);
});

it("an empty notice drops no page", () => {
  const drop = vi.fn();
  createTagDropper(drop).announce(" , ");
  expect(drop).not.toHaveBeenCalled();
});
