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

it("tags that are announced twice are dropped at once, and again when the renderer has read anew", () => {
  const dropped: string[][] = [];
  const dropper = createTagDropper((tags) => dropped.push([...tags]), 400);
  dropper.announceTwice("offers:*,catalogue", 1_000);
  expect(dropped).toEqual([["offers:*", "catalogue"]]);
  vi.advanceTimersByTime(999);
  expect(dropped.length).toBe(1);
  vi.advanceTimersByTime(1);
  expect(dropped.slice(1)).toEqual([["offers:*", "catalogue"]]);
  vi.advanceTimersByTime(10_000);
  expect(dropped.length).toBe(2);
});

it("a dropper that is closed drops nothing any more", () => {
  const drop = vi.fn();
  const dropper = createTagDropper(drop, 400);
  dropper.announceTwice("catalogue", 1_000);
  dropper.announce("content");
  dropper.close();
  vi.advanceTimersByTime(10_000);
  expect(drop).toHaveBeenCalledTimes(1);
});
