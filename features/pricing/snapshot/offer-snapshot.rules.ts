import { decideSale, type Policy, type SaleChannel } from "#features/policy/policy.rules.ts";
import type { BuyerPrices, PricedOffer, SupplierOffer } from "#features/pricing/pricing.reads.ts";
import { isOnSaleTo } from "#features/pricing/pricing.rules.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** One supplier's offer as the snapshot keeps it. */
export type SnapshotRow = {
  readonly id: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly supplierId: number;
  readonly retailKopecks: Kopecks;
  readonly wholesaleKopecks: Kopecks;
  /** What a number costs us. Never told; it says who may buy at an agreed price. */
  readonly costKopecks: Kopecks;
  readonly count: number;
  /** What of the count recent attempts prove. */
  readonly provenCount: number;
  readonly healthy: boolean;
  readonly apiOnly: boolean;
};

/** The offers of a country. Another object as soon as one of them has changed: what was made of this one may be kept. */
export type CountryOffers = { readonly countryId: number; readonly rows: readonly SnapshotRow[] };

export type OfferSnapshot = {
  readonly byId: ReadonlyMap<number, SnapshotRow>;
  readonly byCountry: ReadonlyMap<number, CountryOffers>;
  /** The sum of all rows' marks: tells whether these are the rows of the database. */
  readonly mark: number;
  /** When they were read, as the database writes it. */
  readonly readAt: string;
};

export const emptySnapshot: OfferSnapshot = {
  byId: new Map(),
  byCountry: new Map(),
  mark: 0,
  readAt: "-infinity",
};

/** Keeps sums of marks within what a number holds exactly. */
const MODULUS = 1_000_003;

/** A number that differs when what the lists tell of the row differs; the same arithmetic stands in the snapshot's statement. */
function markOf(row: SnapshotRow): number {
  const told =
    row.count +
    row.retailKopecks * 3 +
    row.wholesaleKopecks * 7 +
    row.supplierId * 11 +
    Number(row.healthy) * 13 +
    Number(row.apiOnly) * 17 +
    row.serviceId * 19 +
    row.countryId * 23 +
    row.costKopecks * 29 +
    row.provenCount * 31;
  return (((row.id % 9_973) + 1) * (told % MODULUS)) % MODULUS;
}

/** The snapshot with rows that changed or came; countries that none of them is of stay the objects they were. */
export function withRows(
  snapshot: OfferSnapshot,
  changed: readonly SnapshotRow[],
  readAt: string,
): OfferSnapshot {
  const news = changed.filter((row) => {
    const known = snapshot.byId.get(row.id);
    return !known || !isSame(known, row);
  });
  if (news.length === 0) return { ...snapshot, readAt };
  const byId = new Map(snapshot.byId);
  let { mark } = snapshot;
  const touched = new Set<number>();
  for (const row of news) {
    const known = snapshot.byId.get(row.id);
    mark += markOf(row) - (known ? markOf(known) : 0);
    byId.set(row.id, row);
    touched.add(row.countryId);
    if (known) touched.add(known.countryId);
  }
  return { byId, byCountry: regrouped(snapshot, byId, touched), mark, readAt };
}

function isSame(one: SnapshotRow, other: SnapshotRow): boolean {
  return (Object.keys(one) as (keyof SnapshotRow)[]).every((name) => one[name] === other[name]);
}

function regrouped(
  snapshot: OfferSnapshot,
  byId: ReadonlyMap<number, SnapshotRow>,
  touched: ReadonlySet<number>,
): ReadonlyMap<number, CountryOffers> {
  const byCountry = new Map(snapshot.byCountry);
  const rowsOf = new Map<number, SnapshotRow[]>(Array.from(touched, (id) => [id, []]));
  for (const row of byId.values()) rowsOf.get(row.countryId)?.push(row);
  for (const [countryId, rows] of rowsOf) byCountry.set(countryId, { countryId, rows });
  return byCountry;
}

/** What decides which offers may be told of: the policy of now, for a door. */
export type Door = { readonly policy: Policy; readonly channel: SaleChannel };

/** A country's offers in stock that policy lets through the door, one per service, cheapest first. */
export function offersOf({ countryId, rows }: CountryOffers, door: Door): PricedOffer[] {
  const byService = Map.groupBy(sellable(rows, door), ({ serviceId }) => serviceId);
  return Array.from(byService, ([serviceId, of]) => ({
    serviceId,
    countryId,
    retailKopecks: lowest(of.map(({ retailKopecks }) => retailKopecks)),
    wholesaleKopecks: lowest(of.map(({ wholesaleKopecks }) => wholesaleKopecks)),
    personalKopecks: null,
    count: of.reduce((sum, { count }) => sum + count, 0),
    provenCount: of.reduce((sum, { provenCount }) => sum + provenCount, 0),
  })).sort((a, b) => a.retailKopecks - b.retailKopecks || a.serviceId - b.serviceId);
}

/** The same per supplier and price, all its operators together; cheapest first. */
export function supplierOffersOf({ rows }: CountryOffers, door: Door): SupplierOffer[] {
  const found = new Map<string, SupplierOffer>();
  for (const row of sellable(rows, door)) {
    const { serviceId, countryId, supplierId, retailKopecks, wholesaleKopecks } = row;
    const key = `${serviceId}:${supplierId}:${retailKopecks}:${wholesaleKopecks}`;
    const count = (found.get(key)?.count ?? 0) + row.count;
    found.set(key, { serviceId, countryId, supplierId, retailKopecks, wholesaleKopecks, count });
  }
  return [...found.values()].sort(
    (a, b) =>
      a.retailKopecks - b.retailKopecks ||
      a.supplierId - b.supplierId ||
      a.serviceId - b.serviceId ||
      a.wholesaleKopecks - b.wholesaleKopecks,
  );
}

/** The country's offers that are on sale to a buyer. */
export function countryOffersFor({ countryId, rows }: CountryOffers, buyer: BuyerPrices): CountryOffers {
  return { countryId, rows: rows.filter((row) => isOnSaleTo(buyer, row)) };
}

function sellable(rows: readonly SnapshotRow[], { policy, channel }: Door): SnapshotRow[] {
  const mode = "activation";
  // Policy decides about service and country: once for all the suppliers of both.
  const sold = new Map<number, boolean>();
  const isSold = ({ serviceId, countryId }: SnapshotRow) => {
    const known = sold.get(serviceId) ?? decideSale(policy, { serviceId, countryId, mode, channel }).allowed;
    sold.set(serviceId, known);
    return known;
  };
  const trusted = new Map<number, boolean>();
  const isTrusted = ({ supplierId }: SnapshotRow) => {
    const known = trusted.get(supplierId) ?? decideSale(policy, { supplierId, mode, channel }).allowed;
    trusted.set(supplierId, known);
    return known;
  };
  return rows.filter(
    (row) =>
      row.healthy && row.count > 0 && (channel === "api" || !row.apiOnly) && isTrusted(row) && isSold(row),
  );
}

function lowest(prices: readonly Kopecks[]): Kopecks {
  return prices.reduce((low, price) => (price < low ? price : low));
}
