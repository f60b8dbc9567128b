import {
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { ReadyOffer } from "#features/ready-accounts/offers.reads.ts";
import type {
  OfferInfo,
  OfferSection,
  ReadyService,
} from "#features/ready-accounts/ready-accounts.contract.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

/** A service as the site lists it. */
export function readyServiceView(service: Service, locale: Locale): ReadyService {
  return {
    id: service.id,
    name: serviceName(service, locale),
    icon: serviceIconPath(service),
    external_id: service.code,
  };
}

/** Offers by group as the site lists them: the group with the first of them comes first. */
export function sectionsOf(offers: readonly ReadyOffer[]): OfferSection[] {
  const groups = Map.groupBy(offers, ({ groupName }) => groupName);
  return [...groups].map(([group_name, offers]) => ({
    group_name,
    offers: offers.map(({ id, name, count, priceKopecks, minCount, storeName, service }) => ({
      id,
      name,
      count,
      price: roublesNumber(priceKopecks),
      min_count: minCount,
      service_image_id: service.picture,
      store_name: storeName,
    })),
  }));
}

/** One offer as the site shows it. */
export function offerInfoOf(offer: ReadyOffer, locale: Locale): Omit<OfferInfo, "result" | "preparing"> {
  return {
    id: offer.id,
    offerId: offer.id,
    name: offer.name,
    description: offer.descriptionHtml,
    price: roublesNumber(offer.priceKopecks),
    count: offer.count,
    min_count: offer.minCount,
    registration_type: offer.registrationType,
    format: offer.format,
    cloud_pass: offer.cloudPass,
    warranty_hours: offer.warrantyHours,
    service: { name: serviceName(offer.service, locale), icon: serviceIconPath(offer.service) },
    country: { name: countryName(offer.country, locale) },
    store_name: offer.storeName,
  };
}
