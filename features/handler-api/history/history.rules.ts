import { type ActivationState, moneyOf } from "#features/activations/activations.rules.ts";
import { historyDaysMax, historyDaysUsual } from "#features/handler-api/handler-api.rules.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";

const DAY_SECONDS = 86_400;
/** The last second of the year 9999: what comes later is no date of anybody's. */
const LATEST_SECONDS = 253_402_300_799;

/**
 * The time that `start` and `end` (unix seconds) name; what is left out is now, and 30 days before the end. Null for what
 * is no time, for an end before its start, and for more than a year.
 */
export function readPeriod(parameters: Parameters, nowMs: number): { from: Date; to: Date } | null {
  const end = readSeconds(parameters.get("end"), Math.ceil(nowMs / 1_000));
  if (end === null) return null;
  const start = readSeconds(parameters.get("start"), Math.max(0, end - historyDaysUsual * DAY_SECONDS));
  if (start === null || start > end || end - start > historyDaysMax * DAY_SECONDS) return null;
  return { from: new Date(start * 1_000), to: new Date(end * 1_000) };
}

function readSeconds(text: string | undefined, fallback: number): number | null {
  if (text === undefined) return fallback;
  return /^\d{1,12}$/.test(text) && Number(text) <= LATEST_SECONDS ? Number(text) : null;
}

/** getHistory's numbers: 4 waiting, 3 waiting for one more, 2 received, 6 finished, 8 cancelled, 10 refunded. */
export function pastStatus(order: { state: ActivationState; wantsMore: boolean }): string {
  switch (order.state) {
    case "received":
      return order.wantsMore ? "3" : "2";
    case "completed":
      return "6";
    case "cancelled":
      return "8";
    case "expired":
    case "banned":
    case "failed":
      return "10";
    default:
      return "4";
  }
}

/** getIncomingCallStatus: 2 new, 3 done, 4 cancelled, 5 refunded. */
export function callStatus(state: ActivationState): string {
  if (state === "cancelled") return "4";
  if (moneyOf[state] === "given-back") return "5";
  return state === "completed" ? "3" : "2";
}
