import { isDay } from "#lib/i18n/days.ts";

/** The query of a page's address. */
export type AddressQuery = Readonly<Record<string, string | string[] | undefined>>;

/** A value of an address that looks as it should; otherwise "", which means that nothing is chosen. */
export function textIn(query: AddressQuery, name: string, pattern: RegExp): string {
  const value = query[name];
  return typeof value === "string" && pattern.test(value) ? value : "";
}

/** A day (`2026-11-30`) of an address, or "". */
export function dayIn(query: AddressQuery, name: string): string {
  const value = query[name];
  return typeof value === "string" && isDay(value) ? value : "";
}

/** The days `from` and `to` of an address; both are open where the first is behind the last. */
export function daysIn(query: AddressQuery): { from: string; to: string } {
  const [from, to] = [dayIn(query, "from"), dayIn(query, "to")];
  return from && to && from > to ? { from: "", to: "" } : { from, to };
}

/** The filters that are set, as an address and the API have them. */
export function setFilters(filters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ""));
}

/** The same as an address has them: `?status=cancelled&service=tg`, or nothing. */
export function filtersQuery(filters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(setFilters(filters)).toString();
  return text === "" ? "" : `?${text}`;
}

/** Is anything chosen? */
export function isNarrowed(filters: Readonly<Record<string, string>>): boolean {
  return Object.values(filters).some((value) => value !== "");
}
