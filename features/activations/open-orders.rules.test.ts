import { expect, test } from "vitest";
import type { MessageView } from "#features/activations/activations.contract.ts";
import type { ActiveNumber } from "#features/activations/active-list.rules.ts";
import { countOpenOrders } from "#features/activations/open-orders.rules.ts";
import type { KnownSearch } from "#features/activations/search/known-search.rules.ts";

const message = { id: 1, code: "10001" } as MessageView;

function number(wish: Partial<ActiveNumber>): ActiveNumber {
  const usual = { state: "waiting", messages: [], wantsMore: false, secondsLeft: 600, receivedAtMs: 0 };
  return { ...usual, ...wish } as ActiveNumber;
}

const search = (secondsLeft: number, receivedAtMs = 0) => ({ secondsLeft, receivedAtMs }) as KnownSearch;

test("numbers without a code, those that wait for one more and searches wait; the clock is of the first to end", () => {
  const numbers = [
    number({ secondsLeft: 900 }),
    number({ state: "requested", secondsLeft: 1_200 }),
    number({ state: "received", messages: [message], wantsMore: true, secondsLeft: 700 }),
    number({ state: "received", messages: [message], secondsLeft: 20 }),
  ];
  expect(countOpenOrders(numbers, [search(60)], null)).toEqual({ waiting: 4, received: 1, secondsLeft: 60 });
});

test("where nothing waits, the clock is of the first number with a code to end", () => {
  const received: Partial<ActiveNumber> = { state: "received", messages: [message] };
  const numbers = [number({ ...received, secondsLeft: 300 }), number({ ...received, secondsLeft: 90 })];
  expect(countOpenOrders(numbers, [], null)).toEqual({ waiting: 0, received: 2, secondsLeft: 90 });
});

test("ended numbers do not count, and where nothing is open there is no clock", () => {
  const ended = [
    number({ state: "completed" }),
    number({ state: "cancelled" }),
    number({ state: "expired" }),
  ];
  expect(countOpenOrders(ended, [], null)).toEqual({ waiting: 0, received: 0, secondsLeft: null });
});

test("seconds of numbers and searches run down from the moment at which each was received", () => {
  const numbers = [number({ secondsLeft: 100, receivedAtMs: 5_000 })];
  expect(countOpenOrders(numbers, [], 15_000).secondsLeft).toBe(90);
  expect(countOpenOrders(numbers, [search(100, 1_000)], 15_000).secondsLeft).toBe(86);
  expect(countOpenOrders(numbers, [search(10)], 15_000).secondsLeft).toBe(0);
});
