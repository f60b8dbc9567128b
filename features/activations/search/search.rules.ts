import { stateTable } from "#lib/state-table.ts";

export const searchStates = [
  "searching",
  "asking",
  "stopping",
  "watching",
  "found",
  "stopped",
  "over",
  "refused",
] as const;
export type SearchState = (typeof searchStates)[number];

/**
 * What can happen to a search. `ask`: an order waits for its supplier's answer; `lose`: that order got no number; `take`: a number is
 * there, for good; `watch`: a number is there and is replaced if no SMS comes; `settle`: it is not replaced any more.
 */
export const searchEvents = [
  "ask",
  "lose",
  "take",
  "watch",
  "replace",
  "settle",
  "stop",
  "run_out",
  "refuse",
] as const;
export type SearchEvent = (typeof searchEvents)[number];

/**
 * The state table. A search whose supplier is being asked cannot be stopped at once: what was asked for is waited for, and a number
 * that comes is the buyer's.
 */
export const { nextState } = stateTable<SearchState, SearchEvent>(searchStates, {
  searching: {
    ask: "asking",
    take: "found",
    watch: "watching",
    stop: "stopped",
    run_out: "over",
    refuse: "refused",
  },
  asking: { lose: "searching", take: "found", watch: "watching", stop: "stopping" },
  stopping: { lose: "stopped", take: "found" },
  watching: { replace: "searching", settle: "found", stop: "found", refuse: "found" },
  // Its number may be wanted replaced later on.
  found: { watch: "watching" },
  stopped: {},
  over: {},
  refused: {},
});

/** What a search waits for before it tries again: that an offer fits, or that its account can pay the one that does. */
export const searchWaits = ["offer", "money"] as const;
export type SearchWait = (typeof searchWaits)[number];

const endedStates: readonly SearchState[] = ["found", "stopped", "over", "refused"];

/** Nothing happens by itself any more. */
export function hasEnded(state: SearchState): boolean {
  return endedStates.includes(state);
}

export const searchLimits = {
  /** Open searches of one account at once. */
  openMax: 10,
  secondsMin: 10,
  /** Six hours. */
  secondsMax: 21_600,
  secondsDefault: 60,
  attemptsMax: 1_000,
  /** Between two attempts, at least. */
  pauseSecondsMin: 2,
  /** A first quote stands in the search's answer for so long before anything is bought at it. */
  quoteNoticeSeconds: 5,
  /** A search that waits is looked at after so long also when nothing has woken it. */
  wakeAnywaySeconds: 60,
  /** An account's attempt is taken for dead after so long: longer than suppliers are asked one after another. */
  turnSeconds: 20,
  /** Attempts of a search that does not say how many: no more than this, whatever its time. */
  attemptsDefaultMax: 500,
  stepsMax: 10,
  replaceAfterMin: 30,
  /** Two minutes before a number's time is over. */
  replaceAfterMax: 1_080,
  replacementsMax: 10,
  /** Of one search, however often it was asked for. */
  replacementsEver: 100,
  replaceAfterDefault: 120,
  replaceTimesDefault: 3,
  /** An ended search is listed for so long, and kept for so long. */
  shownMinutes: 15,
  keptDays: 30,
} as const;

/** From `afterSeconds` on a number may cost `maxPriceKopecks`. */
export type SearchStep = { readonly afterSeconds: number; readonly maxPriceKopecks: number };

/** Attempts of a search that says only how long: one in two seconds, fewer in a long one. */
export function attemptsFor(seconds: number): number {
  return Math.min(Math.ceil(seconds / searchLimits.pauseSecondsMin), searchLimits.attemptsDefaultMax);
}

/** Seconds between two attempts: they are spread over the time. */
export function pauseOf({ seconds, attemptsMax }: { seconds: number; attemptsMax: number }): number {
  return Math.max(seconds / attemptsMax, searchLimits.pauseSecondsMin);
}

/** The limit `seconds` after the start: that of the last step that has begun. Null = no limit was named. */
export function limitAt(steps: readonly SearchStep[], seconds: number): number | null {
  return steps.findLast(({ afterSeconds }) => afterSeconds <= seconds)?.maxPriceKopecks ?? null;
}

/** The most that a search pays: the last step of its ladder, or what its quote allows; null before the first quote. */
export function mostOf(search: {
  readonly steps: readonly SearchStep[];
  readonly quoted: { readonly mostKopecks: number } | null;
}): number | null {
  return search.steps.at(-1)?.maxPriceKopecks ?? search.quoted?.mostKopecks ?? null;
}

/** What is wrong with a ladder, or null. It begins at once, and each step is later and higher than the one before. */
export function ladderProblem(steps: readonly SearchStep[], seconds: number): string | null {
  if (steps.length > 0 && steps[0]?.afterSeconds !== 0) return "the first step begins at 0 seconds";
  for (const [place, step] of steps.entries()) {
    const before = steps[place - 1];
    if (before && step.afterSeconds <= before.afterSeconds) return "each step is later than the one before";
    if (before && step.maxPriceKopecks <= before.maxPriceKopecks)
      return "each step is higher than the one before";
    if (step.afterSeconds >= seconds) return "a step begins before the time is over";
  }
  return null;
}

/** Why an offer at this price is not for this search: it costs more than the quote of a search without a limit, or than a named limit. */
export function priceRefusal(
  priceKopecks: number,
  limits: { readonly mostKopecks: number | null; readonly maxPriceKopecks: number | null },
): "PRICE_ABOVE_QUOTED" | "WRONG_MAX_PRICE" | null {
  if (priceKopecks > (limits.mostKopecks ?? Number.POSITIVE_INFINITY)) return "PRICE_ABOVE_QUOTED";
  return priceKopecks > (limits.maxPriceKopecks ?? Number.POSITIVE_INFINITY) ? "WRONG_MAX_PRICE" : null;
}

/**
 * Refusals after which a search goes on: no number now, none at this price, no money for it or no room for one more order at the moment;
 * and a fault of ours, which says nothing of what is for sale.
 */
const GOES_ON = new Set([
  "NO_NUMBERS",
  "NO_BALANCE",
  "WRONG_MAX_PRICE",
  "PRICE_ABOVE_QUOTED",
  "CHANNELS_LIMIT",
  "PURCHASE_IN_FLIGHT",
  "SERVER_ERROR",
]);

/** Whether a search goes on after a purchase was refused with this code. What is not for sale, or not for this buyer, ends it. */
export function goesOnAfter(code: string): boolean {
  return GOES_ON.has(code);
}
