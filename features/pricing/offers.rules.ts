import type { WireOffer } from "#features/pricing/pricing.contract.ts";
import { kopecks, shareOf } from "#lib/money/kopecks.ts";

/** A service as the pages show it. */
export type ServiceView = { id: number; code: string; name: string; slug: string; icon: string | null };

/** What one row of the country list shows. */
export type OfferView = {
  countryId: number;
  slug: string;
  name: string;
  /** Path of the flag; null while the countries are being fetched. */
  icon: string | null;
  /** What the visitor's tier pays. */
  priceKopecks: number;
  /** What the other tier pays, for comparison; null where that is the same. */
  otherTierKopecks: number | null;
  /** Price agreed with this account, or null. */
  personalKopecks: number | null;
  count: number;
  /** Little is left: the page offers to repeat the request by itself. */
  isScarce: boolean;
};

/** From so few numbers on, a request is offered to be repeated. */
const SCARCE_COUNT = 3;

type Priced = {
  countryId: number;
  retailKopecks: number;
  wholesaleKopecks: number;
  personalKopecks: number | null;
  count: number;
};

/** A row as everybody sees it, at retail. */
export function toOfferView(offer: Priced, country: { slug: string }, name: string, icon: string): OfferView {
  return {
    countryId: offer.countryId,
    slug: country.slug,
    name,
    icon,
    priceKopecks: offer.retailKopecks,
    otherTierKopecks: offer.wholesaleKopecks === offer.retailKopecks ? null : offer.wholesaleKopecks,
    personalKopecks: offer.personalKopecks,
    count: offer.count,
    isScarce: offer.count <= SCARCE_COUNT,
  };
}

/** Roubles as the price lists' JSON numbers carry them: two decimals at most, so rounding only takes the float's noise away. */
export function kopecksOnWire(roubles: number): number {
  return Math.round(roubles * 100);
}

/** A row out of the API's answer; `iconOf` knows the flags by country id. */
export function offerViewFromWire(offer: WireOffer, iconOf: (countryId: number) => string | null): OfferView {
  return {
    countryId: offer.country_external_id,
    slug: offer.country_slug,
    name: offer.name,
    icon: iconOf(offer.country_external_id),
    priceKopecks: kopecksOnWire(offer.price),
    otherTierKopecks: offer.otherTierPrice === null ? null : kopecksOnWire(offer.otherTierPrice),
    personalKopecks: offer.customPrice === null ? null : kopecksOnWire(offer.customPrice),
    count: offer.count,
    isScarce: offer.isNeedRepeat,
  };
}

/** What the buyer pays for a row. */
export function payableKopecks(offer: OfferView): number {
  return offer.personalKopecks ?? offer.priceKopecks;
}

/** The lowest price of the rows for everybody; null without rows. */
export function lowestPrice(offers: readonly OfferView[]): number | null {
  return offers.length === 0 ? null : Math.min(...offers.map(({ priceKopecks }) => priceKopecks));
}

/** How a country's numbers have done for a service within 30 days. */
export type Delivery = {
  /** Of a hundred numbers so many got a code, in whole percent, rounded down: never more than was so. */
  readonly percent: number;
  /** Half of the codes came within so many seconds; null where there were too few to say. */
  readonly medianSeconds: number | null;
};
/** By the country's id; those with too few purchases to say are left out. */
export type Deliveries = Readonly<Record<number, Delivery>>;

export const sortFields = ["name", "delivery", "count", "price"] as const;
export type SortField = (typeof sortFields)[number];
/** A leading minus is descending. */
export type Sort = SortField | `-${SortField}`;

/** Best first where it is known what is best, else cheapest first. */
export function firstSort(offers: readonly OfferView[], deliveries: Deliveries): Sort {
  return offers.some(({ countryId }) => deliveries[countryId]) ? "-delivery" : "price";
}

/** A click on a column: first descending, then ascending, then descending again; prices the other way about. */
export function nextSort(current: Sort, field: SortField): Sort {
  if (field === "price" && current !== "price" && current !== "-price") return "price";
  return current === `-${field}` ? field : `-${field}`;
}

/**
 * The rows in the wished order; equal ones by name, so that the order is the same each time. A country of which too little is known to say
 * stands where the middle of the known ones does, and of those that do equally well the cheapest comes first.
 */
export function sortOffers(
  offers: readonly OfferView[],
  sort: Sort,
  languageTag: string,
  deliveries: Deliveries = {},
): OfferView[] {
  const descending = sort.startsWith("-");
  const field = sort.replace("-", "") as SortField;
  const collator = new Intl.Collator(languageTag);
  const known = offers
    .flatMap(({ countryId }) => deliveries[countryId]?.percent ?? [])
    .toSorted((a, b) => a - b);
  const middle = known[Math.floor((known.length - 1) / 2)] ?? 0;
  const rank = ({ countryId }: OfferView) => deliveries[countryId]?.percent ?? middle;
  const compare: Record<SortField, (a: OfferView, b: OfferView) => number> = {
    name: (a, b) => collator.compare(a.name, b.name),
    delivery: (a, b) => rank(a) - rank(b),
    count: (a, b) => a.count - b.count,
    price: (a, b) => payableKopecks(a) - payableKopecks(b),
  };
  return offers.toSorted(
    (a, b) =>
      (descending ? -1 : 1) * compare[field](a, b) ||
      (field === "delivery" ? compare.price(a, b) : 0) ||
      collator.compare(a.name, b.name),
  );
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** Rows whose country's name or slug holds the text; all of them for an empty one. */
export function searchOffers(offers: readonly OfferView[], text: string): OfferView[] {
  const wanted = fold(text);
  if (wanted === "") return [...offers];
  return offers.filter((offer) => fold(offer.name).includes(wanted) || offer.slug.includes(wanted));
}

/** Highest price to agree to: the shown price raised by some percent, in whole kopecks. */
export function raisedKopecks(priceKopecks: number, percent: number): number {
  return shareOf(kopecks(priceKopecks), (100 + percent) * 100);
}
