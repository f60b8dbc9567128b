import { formatUnit } from "#lib/i18n/formats.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A length of time in the largest unit of which there are two at least, so that rounding takes little away. */
export function lengthText(languageTag: string, ms: number): string {
  if (ms >= 2 * DAY_MS) return formatUnit(languageTag, Math.round(ms / DAY_MS), "day");
  if (ms >= 2 * HOUR_MS) return formatUnit(languageTag, Math.round(ms / HOUR_MS), "hour");
  return formatUnit(languageTag, Math.round(ms / MINUTE_MS), "minute");
}
