import type { BuyerPrices } from "#features/pricing/pricing.reads.ts";
import { agreedPriceOf } from "#features/pricing/pricing.rules.ts";

/** What a table of prices is about: all countries of a service, or all services of a country. */
export type PriceSubject = "service" | "country";

/** `own`: what the account that looks pays; only in a table made for one. */
export const priceColumns = ["name", "price", "wholesale", "own", "count"] as const;
export type PriceColumn = (typeof priceColumns)[number];
/** A leading minus is descending. */
export type PriceSort = PriceColumn | `-${PriceColumn}`;

/** Rows of a page. */
export const priceRowsShown = 50;

/** A table as its address says it: whatever is wrong in there is left out. */
export type PriceQuery = {
  readonly subject: PriceSubject;
  /** Slug of the service or country; null = the default service. */
  readonly slug: string | null;
  readonly sort: PriceSort;
  /** Text that a name holds; "" for all. */
  readonly search: string;
  /** From 1. */
  readonly page: number;
};

export type PriceRow = {
  readonly name: string;
  readonly slug: string;
  /** Path of the flag or mark; null for a letter tile. */
  readonly icon: string | null;
  readonly retailKopecks: number;
  readonly wholesaleKopecks: number;
  /** What the asking account pays; null in everybody's table. */
  readonly own: { readonly kopecks: number; readonly isAgreed: boolean } | null;
  readonly count: number;
};

type Offer = { serviceId: number; countryId: number; retailKopecks: number; wholesaleKopecks: number };

/** What an account pays for an offer: the agreed price, else that of its tier, as a purchase reckons it. */
export function ownPriceOf(offer: Offer, buyer: BuyerPrices): { kopecks: number; isAgreed: boolean } {
  const agreed = agreedPriceOf(offer, buyer);
  if (agreed !== null) return { kopecks: agreed, isAgreed: true };
  return { kopecks: buyer.isWholesale ? offer.wholesaleKopecks : offer.retailKopecks, isAgreed: false };
}

/** Where a table of prices stands: everybody's, and one's own. */
export type PriceBase = "/prices" | "/profile/tariffs";

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

function textOf(given: Given, name: string): string {
  const value = given[name];
  return (typeof value === "string" ? value : (value?.[0] ?? "")).trim().slice(0, 100);
}

function isSort(text: string): text is PriceSort {
  return (priceColumns as readonly string[]).includes(text.replace(/^-/, ""));
}

/** Reads the table out of the query of an address (`?country=indonesia&sort=-count&q=tele&page=2`). */
export function readPriceQuery(given: Given): PriceQuery {
  const country = textOf(given, "country");
  const service = textOf(given, "service");
  const sort = textOf(given, "sort");
  const page = textOf(given, "page");
  return {
    subject: country !== "" && service === "" ? "country" : "service",
    slug: service || country || null,
    sort: isSort(sort) ? sort : "price",
    search: textOf(given, "q"),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

/** The address of a table, without a language; what is usual is left out, so that equal tables have one address. */
export function pricePath(base: PriceBase, { subject, slug, sort, search, page }: PriceQuery): string {
  const query = new URLSearchParams();
  if (slug !== null) query.set(subject, slug);
  if (search !== "") query.set("q", search);
  if (sort !== "price") query.set("sort", sort);
  if (page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? base : `${base}?${text}`;
}

/** A press on a column: names begin with the first, figures of stock with the most, prices with the lowest. */
export function nextPriceSort(current: PriceSort, column: PriceColumn): PriceSort {
  const first: PriceSort = column === "count" ? "-count" : column;
  if (current.replace(/^-/, "") !== column) return first;
  return current.startsWith("-") ? column : `-${column}`;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** The rows that the table is about, in its order; equal ones by name, so that pages never repeat a row. */
export function arrangePrices(
  rows: readonly PriceRow[],
  { search, sort }: Pick<PriceQuery, "search" | "sort">,
  languageTag: string,
): PriceRow[] {
  const wanted = fold(search);
  const collator = new Intl.Collator(languageTag);
  const descending = sort.startsWith("-") ? -1 : 1;
  const compare: Record<PriceColumn, (a: PriceRow, b: PriceRow) => number> = {
    name: (a, b) => collator.compare(a.name, b.name),
    price: (a, b) => a.retailKopecks - b.retailKopecks,
    wholesale: (a, b) => a.wholesaleKopecks - b.wholesaleKopecks,
    own: (a, b) => (a.own?.kopecks ?? 0) - (b.own?.kopecks ?? 0),
    count: (a, b) => a.count - b.count,
  };
  const by = compare[sort.replace(/^-/, "") as PriceColumn];
  return rows
    .filter((row) => wanted === "" || fold(row.name).includes(wanted) || row.slug.includes(wanted))
    .toSorted((a, b) => descending * by(a, b) || collator.compare(a.name, b.name));
}
