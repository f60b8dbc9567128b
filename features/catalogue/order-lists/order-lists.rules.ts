import { countryIdPattern, serviceCodePattern } from "#features/catalogue/catalogue-ids.rules.ts";
import { type AddressQuery, daysIn, textIn } from "#lib/http/address-filters.ts";

export const orderListLimits = { pageDefault: 50, pageMax: 200, exportBatch: 500 } as const;

/** What any list of orders is filtered by. Days are UTC; empty text = open. */
export type GoodsFilters = {
  /** The service's code. */
  readonly service: string;
  /** The country's id. */
  readonly country: string;
  /** Digits somewhere in the number. */
  readonly number: string;
  readonly from: string;
  readonly to: string;
};

export const noGoodsFilters: GoodsFilters = { service: "", country: "", number: "", from: "", to: "" };

export const digitsPattern = /^\d{1,15}$/;

/** These filters in an address; what makes no sense there is left out. */
export function readGoodsFilters(query: AddressQuery): GoodsFilters {
  return {
    service: textIn(query, "service", serviceCodePattern),
    country: textIn(query, "country", countryIdPattern),
    number: textIn(query, "number", digitsPattern),
    ...daysIn(query),
  };
}

/** Which orders are asked for; what is left out is open. */
export type GoodsAsk = {
  /** A code; one that nobody knows finds nothing. */
  readonly service?: string | undefined;
  readonly country?: number | undefined;
  readonly number?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The filters of a page as the reads ask for them. */
export function askFor({ service, country, number, from, to }: GoodsFilters): GoodsAsk {
  return {
    service: service || undefined,
    country: country === "" ? undefined : Number(country),
    number: number || undefined,
    from: from || undefined,
    to: to || undefined,
  };
}

/** What the page lets choose from. */
export type GoodsChoices = {
  readonly services: readonly { readonly code: string; readonly name: string }[];
  readonly countries: readonly { readonly id: number; readonly name: string }[];
};

/** `numbers-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function orderFileName(what: string, { from, to }: Pick<GoodsAsk, "from" | "to">): string {
  return `${[what, from, to].filter(Boolean).join("-")}.csv`;
}
