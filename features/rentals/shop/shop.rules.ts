import { type OfferView, offerViewFromWire } from "#features/pricing/offers.rules.ts";
import type { WireRentOffer } from "#features/rentals/rentals.contract.ts";

/** A country in the list of offers, with what an hour costs this visitor: every total follows from it. */
export type RentOffer = OfferView & { readonly hourKopecks: number };

/** A row out of the API's answer; `iconOf` knows the flags by country id. */
export function rentOfferFromWire(
  offer: WireRentOffer,
  iconOf: (countryId: number) => string | null,
): RentOffer {
  const hourKopecks = offer.customHourKopecks ?? offer.hourKopecks;
  return { ...offerViewFromWire({ ...offer, isNeedRepeat: false }, iconOf), hourKopecks };
}
