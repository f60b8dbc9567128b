import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

const NO_BREAK_SPACE = "\u00a0";

/**
 * Numbers are written one way in every language: thousands parted by a (no-break) space, decimals
 * after a comma. `fractionDigits` fixes the number of decimals, otherwise the number's own are kept.
 */
export function formatNumber(value: number, fractionDigits?: number): string {
  const text = fractionDigits === undefined ? String(value) : value.toFixed(fractionDigits);
  const [whole = "", fraction] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE);
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
}

/** A figure as programs spell it ("5000.00", 20000), in the site's own spelling; a text that is no figure stays as it is. */
export function formatFigure(figure: string | number): string {
  const [, whole = "", fraction = ""] = /^(\d{1,15})(?:\.(\d+))?$/.exec(String(figure)) ?? [];
  return whole === "" ? String(figure) : formatNumber(Number(`${whole}.${fraction}`), fraction.length);
}

type DateParts = { year: string; month: string; day: string; hour: string; minute: string };

function datePartsOf(at: Date, timeZone: string): DateParts {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const pick = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    year: pick("year"),
    month: pick("month"),
    day: pick("day"),
    hour: pick("hour"),
    minute: pick("minute"),
  };
}

function dayOf(locale: Locale, { year, month, day }: DateParts): string {
  return localeFacts[locale].day.replace("{year}", year).replace("{month}", month).replace("{day}", day);
}

/** The day in the language's own order, in the given time zone (the visitor's, or "UTC" on the server). */
export function formatDay(locale: Locale, at: Date, timeZone: string): string {
  return dayOf(locale, datePartsOf(at, timeZone));
}

/** Day and 24-hour time. */
export function formatMoment(locale: Locale, at: Date, timeZone: string): string {
  const parts = datePartsOf(at, timeZone);
  return `${dayOf(locale, parts)} ${parts.hour}:${parts.minute}`;
}

const FROM_NOW_DAYS = 7;

/** "5 minutes ago", "in 3 hours", "now" within a minute, in whole units that have passed; null from seven days on, where the date says more. */
export function formatFromNow(languageTag: string, at: Date, nowMs: number): string | null {
  const minutes = Math.trunc((at.getTime() - nowMs) / 60_000);
  const far = Math.abs(minutes);
  if (far >= FROM_NOW_DAYS * 24 * 60) return null;
  const words = new Intl.RelativeTimeFormat(languageTag, { numeric: far === 0 ? "auto" : "always" });
  if (far === 0) return words.format(0, "second");
  if (far < 60) return words.format(minutes, "minute");
  if (far < 24 * 60) return words.format(Math.trunc(minutes / 60), "hour");
  return words.format(Math.trunc(minutes / (24 * 60)), "day");
}

/** `2026-11-30` of a moment in a time zone: what date fields and queries take. */
export function isoDay(at: Date, timeZone: string): string {
  const { year, month, day } = datePartsOf(at, timeZone);
  return `${year}-${month}-${day}`;
}

/** A time zone by name (`Asia/Kathmandu`, `UTC`) that Intl knows. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/.test(text)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }) !== null;
  } catch {
    return false;
  }
}

/** "3 days", "14 minutes" in the words of a language; `amount` stays below a thousand. */
export function formatUnit(languageTag: string, amount: number, unit: "day" | "hour" | "minute"): string {
  return new Intl.NumberFormat(languageTag, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** Seconds as "14:05", or "1:02:03" from an hour on; never negative. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const two = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(left / 3600);
  const rest = `${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
