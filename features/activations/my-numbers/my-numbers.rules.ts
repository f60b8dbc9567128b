import type { ActivationState } from "#features/activations/activations.rules.ts";
import { type AddressQuery, daysIn, textIn } from "#lib/http/address-filters.ts";

export const myNumbersLimits = { pageDefault: 50, pageMax: 200, exportBatch: 500 } as const;

/** What became of a number, in the words of its owner. */
export const numberStatuses = ["open", "completed", "given-back"] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** Orders that never got a number are none of somebody's numbers. */
export const statesOfStatus: Readonly<Record<NumberStatus, readonly ActivationState[]>> = {
  open: ["requested", "unknown", "waiting", "received"],
  completed: ["completed"],
  "given-back": ["cancelled", "expired", "banned"],
};

/** What somebody has chosen on the page. Days are UTC; empty text = open. */
export type NumberFilters = {
  readonly status: NumberStatus | "";
  /** The service's code. */
  readonly service: string;
  /** The country's id. */
  readonly country: string;
  /** Digits somewhere in the number, or the order's number. */
  readonly number: string;
  readonly from: string;
  readonly to: string;
};

export const noNumberFilters: NumberFilters = {
  ...{ status: "", service: "", country: "", number: "", from: "", to: "" },
};

export const digitsPattern = /^\d{1,15}$/;
export const serviceCodePattern = /^[a-z0-9_]{1,10}$/;
export const countryIdPattern = /^\d{1,6}$/;

/** The filters in an address; what makes no sense there is left out. */
export function readNumberFilters(query: AddressQuery): NumberFilters {
  return {
    status: numberStatuses.find((status) => status === query.status) ?? "",
    service: textIn(query, "service", serviceCodePattern),
    country: textIn(query, "country", countryIdPattern),
    number: textIn(query, "number", digitsPattern),
    ...daysIn(query),
  };
}

/** `numbers-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function numbersFileName({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): string {
  return `${["numbers", from, to].filter(Boolean).join("-")}.csv`;
}
