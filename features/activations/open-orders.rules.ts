import {
  type ActiveNumber,
  countedDown,
  isOpen,
  secondsLeftAt,
} from "#features/activations/active-list.rules.ts";
import type { KnownSearch } from "#features/activations/search/known-search.rules.ts";

/** What of a buyer is open: how many still wait for a number or a code, how many have one, and the seconds until the first of them ends. */
export type OpenOrders = {
  readonly waiting: number;
  readonly received: number;
  /** Of those that wait or, where none does, of those that have a code; null where nothing is open. */
  readonly secondsLeft: number | null;
};

const isWaiting = (number: ActiveNumber) => number.messages.length === 0 || number.wantsMore;

/** Counts open numbers and searches at `nowMs`, this page's monotonic clock (null before its first beat). */
export function countOpenOrders(
  numbers: readonly ActiveNumber[],
  searches: readonly KnownSearch[],
  nowMs: number | null,
): OpenOrders {
  const open = numbers.filter(isOpen);
  const waiting = open.filter(isWaiting);
  const received = open.filter((number) => !isWaiting(number));
  const waits = [
    ...waiting.map((number) => secondsLeftAt(number, nowMs)),
    ...searches.map(({ secondsLeft, receivedAtMs }) => countedDown(secondsLeft, receivedAtMs, nowMs)),
  ];
  const shown = waits.length > 0 ? waits : received.map((number) => secondsLeftAt(number, nowMs));
  return {
    waiting: waits.length,
    received: received.length,
    secondsLeft: shown.length > 0 ? Math.min(...shown) : null,
  };
}
