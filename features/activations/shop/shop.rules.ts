import type { Verdict } from "#lib/api/call-once.ts";

/** Between two tries for a number that is not there at the moment. */
export const repeatPauseMs = 1_200;
/** Tries of one automatic search: half a minute. */
export const repeatAttemptsMax = 25;

/** By how many percent above the shown price the buyer may agree to pay. */
export const raiseChoices = [10, 20, 50] as const;

/** Choosing the chosen raise again takes it back. */
export function nextRaise(current: number, chosen: number): number {
  return current === chosen ? 0 : chosen;
}

export type BuyRefusal = { status: number; code: string };

/**
 * What an unsuccessful answer means: `unknown` the purchase may have happened (ask again with the same key),
 * `no-numbers` it did not and may be tried again, `no-balance` money is missing, `signed-out` nobody is signed in,
 * `refused` it did not happen.
 */
export type BuyFailure = "unknown" | "no-numbers" | "no-balance" | "signed-out" | "refused";

const IN_FLIGHT = new Set(["PURCHASE_IN_FLIGHT", "IDEMPOTENCY_IN_FLIGHT"]);

export function failureOf({ status, code }: BuyRefusal): BuyFailure {
  if (status === 0 || IN_FLIGHT.has(code)) return "unknown";
  if (code === "NO_NUMBERS" || code.includes("LIMIT")) return "no-numbers";
  if (code === "NO_BALANCE") return "no-balance";
  if (status === 401) return "signed-out";
  // Sales that were stopped are a decision; any other 5xx may have come after the purchase was made.
  if (status >= 500 && code !== "SALES_STOPPED") return "unknown";
  return "refused";
}

/** The same for `callOnce`: what may have been bought is asked for again. */
export function judgePurchase(problem: BuyRefusal): Verdict {
  return failureOf(problem) === "unknown" ? "unknown" : "definite";
}
