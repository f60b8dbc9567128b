import { expect, test } from "vitest";
import {
  fromNewest,
  type NumbersPlace,
  newestOfBoth,
  nothingRead,
  placeOf,
  placePattern,
  placeText,
  type ReadSoFar,
} from "#features/rentals/my-numbers/number-pages.rules.ts";

type Item = { id: number; requestedAt: string };
const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, "0")}:00.000Z`;
/** Rentals have ids from 1001 on; the number is also the minute. */
const item = (minute: number, base = 0): Item => ({ id: base + minute, requestedAt: at(minute) });
const minutesOf = (items: readonly Item[]) =>
  items.map(({ requestedAt }) => Number(requestedAt.slice(14, 16)));

/** A list of a database: pages of `limit`, which look through `window` items at most and leave out those that do not match. */
function pageOf(
  minutes: readonly number[],
  base: number,
  below: number,
  limit: number,
  { window = 100, matches = (_minute: number): boolean => true } = {},
): ReadSoFar<Item> {
  const looked = minutes.filter((minute) => base + minute < below).slice(0, window);
  const isCut = minutes.some((minute) => base + minute < base + (looked.at(-1) ?? 0));
  const found = looked.filter(matches);
  const items = found.slice(0, limit).map((minute) => item(minute, base));
  if (found.length > limit) return { items, nextBeforeId: items.at(-1)!.id, lookedBackTo: null };
  const last = isCut ? looked.at(-1) : undefined;
  return {
    items,
    nextBeforeId: last === undefined ? null : base + last,
    lookedBackTo: last === undefined ? null : at(last),
  };
}

const orders = [50, 48, 47, 40, 31, 30, 22, 20, 9, 8, 7, 1];
const rentals = [49, 48, 39, 38, 37, 21, 5];

function walk(limit: number, options: Parameters<typeof pageOf>[4] = {}) {
  const pages: Item[][] = [];
  let place: NumbersPlace | null = fromNewest;
  while (place !== null && pages.length < 100) {
    const left = pageOf(orders, 0, place.activation, limit, options);
    const right = pageOf(rentals, 1_000, place.rental, limit, { ...options, window: 100 });
    const { taken, next }: { taken: Item[]; next: NumbersPlace | null } = newestOfBoth(left, right, limit);
    pages.push(taken);
    place = next === null ? null : placeOf(placeText(next));
  }
  return pages;
}
const newestFirst = [...orders, ...rentals].toSorted((left, right) => right - left);

test.each([1, 2, 3, 5, 19, 50])(
  "pages of %i from two lists lose nothing, double nothing and keep the order",
  (limit) => {
    const pages = walk(limit);
    expect(minutesOf(pages.flat())).toEqual(newestFirst);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(newestFirst.length);
    expect(pages.every((page) => page.length <= limit)).toBe(true);
  },
);

test.each([1, 2, 4])(
  "a list of which %i items are looked through at a time holds the other one back until nothing newer can come",
  (window) => {
    const matches = (minute: number) => minute < 45;
    const pages = walk(3, { window, matches });
    expect(minutesOf(pages.flat())).toEqual(newestFirst.filter(matches));
  },
);

test("what is newer than the place to which the other list was looked through is shown at once", () => {
  const looked = { items: [], nextBeforeId: 40, lookedBackTo: at(40) };
  const both = { items: [item(45, 1_000), item(39, 1_000)], nextBeforeId: null, lookedBackTo: null };
  const { taken, next } = newestOfBoth(looked, both, 10);
  expect(minutesOf(taken)).toEqual([45]);
  expect(next).toEqual({ activation: 40, rental: 1_040 });
});

test("one list alone goes on to its end, and a number that comes meanwhile is on no later page", () => {
  const first = newestOfBoth(pageOf(orders, 0, Number.MAX_SAFE_INTEGER, 10), nothingRead, 10);
  expect(first.next).toEqual({ activation: 8, rental: 1 });
  const second = newestOfBoth(pageOf(orders, 0, 8, 10), nothingRead, 10);
  expect([minutesOf(second.taken), second.next]).toEqual([[7, 1], null]);
});

test("a cursor of both lists is two ids and nothing else", () => {
  expect(placeText({ activation: 17, rental: 500_000_001 })).toMatch(placePattern);
  expect(placeText(fromNewest)).toMatch(placePattern);
  for (const text of ["17", "0.1", "17.", ".1", "17.x", "1.2.3", "99999999999999999.1"])
    expect(text, text).not.toMatch(placePattern);
});
