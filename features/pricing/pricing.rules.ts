import type { BuyerPrices } from "#features/pricing/pricing.reads.ts";

/** Account turnover is counted over so many days for the wholesale tier. */
export const wholesaleTurnoverDays = 30;

/** How old everybody's prices may be that are made once for all who ask; offers themselves are as old as the last sweep. */
export const sharedPricesMs = 1_000;

/** A price of each tier, in whole kopecks. */
type TierPrices = { readonly retailKopecks: number; readonly wholesaleKopecks: number };

/** What a buyer of a tier pays, and beside it what the other tier pays; null where that is the same. */
export function pricesOfTier({ retailKopecks, wholesaleKopecks }: TierPrices, isWholesale: boolean) {
  const [kopecks, other] = isWholesale
    ? [wholesaleKopecks, retailKopecks]
    : [retailKopecks, wholesaleKopecks];
  return { kopecks, otherTierKopecks: other === kopecks ? null : other };
}

type Goods = { readonly serviceId: number; readonly countryId: number };

/** The price agreed with a buyer for a service in a country, in kopecks; null where none was. */
export function agreedPriceOf({ serviceId, countryId }: Goods, buyer: BuyerPrices): number | null {
  const agreed = buyer.personal.find(
    (price) => price.serviceId === serviceId && price.countryId === countryId,
  );
  return agreed?.priceKopecks ?? null;
}

/**
 * Is an offer of this cost on sale to a buyer? Not where less was agreed: nobody is sold what costs us more than they pay
 * (sql/pricing_of.sql is the same in the database).
 */
export function isOnSaleTo(buyer: BuyerPrices, offer: Goods & { readonly costKopecks: number }): boolean {
  return offer.costKopecks <= (agreedPriceOf(offer, buyer) ?? Number.POSITIVE_INFINITY);
}
