import { isLimit } from "#features/activations/limits/limit-refusals.rules.ts";
import { raisedKopecks } from "#features/pricing/offers.rules.ts";
import type { Verdict } from "#lib/api/call-once.ts";

/** By how many percent above the shown price the buyer may agree to pay. */
export const raiseChoices = [10, 20, 50] as const;

/** After how many seconds without an SMS a number may be replaced, and how often. */
export const replaceAfterChoices = [60, 120, 300] as const;
export const replaceTimesChoices = [1, 3, 5] as const;

/** Choosing what is chosen again takes it back. */
export function nextChoice(current: number, chosen: number): number {
  return current === chosen ? 0 : chosen;
}

/**
 * The price ladder of a search: the raised price from the start, or the shown price first and every smaller choice on the way up to
 * the chosen one, spread over the time.
 */
export function ladderOf(
  priceKopecks: number,
  wanted: { readonly raisePercent: number; readonly stepByStep: boolean; readonly seconds: number },
): { maxPriceKopecks: number; raises: { afterSeconds: number; maxPriceKopecks: number }[] } {
  const { raisePercent, stepByStep, seconds } = wanted;
  const raised = (percent: number) => raisedKopecks(priceKopecks, percent);
  if (!stepByStep || raisePercent === 0) return { maxPriceKopecks: raised(raisePercent), raises: [] };
  const percents = raiseChoices.filter((percent) => percent <= raisePercent);
  const every = seconds / (percents.length + 1);
  const raises = percents.map((percent, place) => ({
    afterSeconds: Math.round(every * (place + 1)),
    maxPriceKopecks: raised(percent),
  }));
  // Prices of a few kopecks may not rise with every step.
  const rising = raises.filter(
    (step, place) => step.maxPriceKopecks > (raises[place - 1]?.maxPriceKopecks ?? priceKopecks),
  );
  return { maxPriceKopecks: priceKopecks, raises: rising };
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
  if (code === "NO_NUMBERS" || isLimit(code)) return "no-numbers";
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
