import { orderCountMax } from "#features/ready-accounts/ready-accounts.rules.ts";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { storeOfferLimits } from "#features/stores/offers/store-offers.rules.ts";
import { decimalRoubles, type Kopecks, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

/** What the form of a store's offer holds, as it is typed. */
export type TypedStoreOffer = {
  readonly service: { readonly id: number; readonly name: string; readonly icon: string | null } | null;
  readonly countryId: string;
  readonly groupName: string;
  readonly name: string;
  readonly registrationType: string;
  readonly format: string;
  readonly cloudPass: boolean;
  readonly description: string;
  readonly template: string;
  readonly price: string;
  readonly minCount: string;
  readonly warrantyHours: string;
  readonly provenance: string;
};

export const emptyStoreOffer: TypedStoreOffer = {
  ...{ service: null, countryId: "", groupName: "", name: "", registrationType: "", format: "" },
  ...{ cloudPass: false, description: "", template: "login:password", price: "", minCount: "1" },
  ...{ warrantyHours: String(storeOfferLimits.warrantyHoursMin), provenance: "" },
};

/** The form of an offer that is there. */
export function typedStoreOffer(offer: AccountOfferView): TypedStoreOffer {
  const { groupName, name, registrationType, format, cloudPass, description, template } = offer;
  return {
    ...{ groupName, name, registrationType, format, cloudPass, description, template },
    service: { id: offer.serviceId, name: offer.service.name, icon: offer.service.icon },
    countryId: String(offer.countryId),
    price: decimalRoubles(kopecks(offer.priceKopecks)),
    minCount: String(offer.minCount),
    warrantyHours: String(offer.warrantyHours),
    provenance: offer.provenance ?? "",
  };
}

/** The kopecks that were typed ("500", "99,50"), or null. */
function typedPrice(text: string): Kopecks | null {
  return parseRoubles(text.replace(/\s/g, "").replace(",", "."));
}

/** What the call takes, or null while a field is not filled in well. */
export function storeOfferBody(typed: TypedStoreOffer): object | null {
  const priceKopecks = typedPrice(typed.price);
  const [minCount, warrantyHours] = [Number(typed.minCount), Number(typed.warrantyHours)];
  const words = [typed.groupName, typed.name, typed.format, typed.template];
  const isWhole =
    typed.service !== null &&
    typed.countryId !== "" &&
    priceKopecks !== null &&
    priceKopecks >= storeOfferLimits.priceKopecksMin &&
    warrantyHours >= storeOfferLimits.warrantyHoursMin &&
    minCount >= 1 &&
    minCount <= orderCountMax &&
    typed.provenance.trim().length >= storeOfferLimits.provenanceCharactersMin &&
    words.every((text) => text.trim() !== "");
  if (!isWhole) return null;
  const { service, price: _, ...terms } = typed;
  const ids = { serviceId: service?.id, countryId: Number(typed.countryId) };
  return { ...terms, ...ids, ...{ priceKopecks, minCount, warrantyHours } };
}
