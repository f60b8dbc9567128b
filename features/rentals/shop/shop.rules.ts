import { kopecksOnWire, type OfferView } from "#features/pricing/offers.rules.ts";
import type { WireRentOffer } from "#features/rentals/rentals.contract.ts";

/** A country in the list of offers, with what an hour costs this visitor: every total follows from it. */
export type RentOffer = OfferView & { readonly hourKopecks: number };

/** A row out of the API's answer; `iconOf` knows the flags by country id. */
export function rentOfferFromWire(
  offer: WireRentOffer,
  iconOf: (countryId: number) => string | null,
): RentOffer {
  return {
    countryId: offer.country_external_id,
    slug: offer.country_slug,
    name: offer.name,
    icon: iconOf(offer.country_external_id),
    priceKopecks: kopecksOnWire(offer.price),
    otherTierKopecks: offer.otherTierPrice === null ? null : kopecksOnWire(offer.otherTierPrice),
    personalKopecks: offer.customPrice === null ? null : kopecksOnWire(offer.customPrice),
    count: offer.count,
    isScarce: false,
    hourKopecks: offer.customHourKopecks ?? offer.hourKopecks,
  };
}
