import type { Door, OfferSnapshot } from "#features/pricing/snapshot/offer-snapshot.rules.ts";
import { offersOf } from "#features/pricing/snapshot/offer-snapshot.rules.ts";

/** What can be bought now. */
export type Stock = {
  /** The lowest retail price. */
  readonly fromKopecks: number;
  /** Of a service: numbers in all countries. Of a country: services, since one number may stand at several of them. */
  readonly count: number;
};

/** By id in the catalogue; what has no entry cannot be bought now. */
export type StockOnSale = {
  readonly byService: ReadonlyMap<number, Stock>;
  readonly byCountry: ReadonlyMap<number, Stock>;
};

/** Adds up what policy lets through a door. */
export function stockOnSale(offersByCountry: OfferSnapshot["byCountry"], door: Door): StockOnSale {
  const byService = new Map<number, Stock>();
  const byCountry = new Map<number, Stock>();
  for (const [countryId, countryOffers] of offersByCountry) {
    const offers = offersOf(countryOffers, door);
    const [cheapest] = offers;
    if (!cheapest) continue;
    byCountry.set(countryId, { fromKopecks: cheapest.retailKopecks, count: offers.length });
    for (const { serviceId, retailKopecks, count } of offers) {
      const known = byService.get(serviceId);
      byService.set(serviceId, {
        fromKopecks: Math.min(known?.fromKopecks ?? retailKopecks, retailKopecks),
        count: (known?.count ?? 0) + count,
      });
    }
  }
  return { byService, byCountry };
}

/** The entries in their order, those that can be bought first. */
export function inStockFirst<Entry extends { readonly stock: Stock | null }>(
  entries: readonly Entry[],
): Entry[] {
  return [...entries.filter(({ stock }) => stock !== null), ...entries.filter(({ stock }) => stock === null)];
}
