import { holdMinutesDefault } from "#features/activations/activations.rules.ts";
import { type Country, type Service, serviceName } from "#features/catalogue/catalogue.rules.ts";
import type { BuyerPrices, PricedOffer } from "#features/pricing/pricing.reads.ts";
import { agreedPriceOf } from "#features/pricing/pricing.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { type Kopecks, kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** An offer with the code that bots know its service by. */
export type CodedOffer = PricedOffer & { readonly code: string };

/** `{"6":{"tg":{"cost":12.5,"count":158,"physicalCount":158}}}`: country, service, price in roubles and stock. */
export type PriceList = Record<
  string,
  Record<string, { cost: number; count: number; physicalCount: number }>
>;

/** What one account pays for an offer: its agreed price, else its tier's. The purchase counts the same way. */
export function priceFor(
  offer: Pick<PricedOffer, "serviceId" | "countryId" | "retailKopecks" | "wholesaleKopecks">,
  buyer: BuyerPrices,
): Kopecks {
  const agreed = agreedPriceOf(offer, buyer);
  if (agreed !== null) return kopecks(agreed);
  return buyer.isWholesale ? offer.wholesaleKopecks : offer.retailKopecks;
}

/** `physicalCount` is what of `count` the last day's attempts prove: a supplier may claim more than it has (decision 0540). */
export function toPriceList(offers: Iterable<CodedOffer>, buyer: BuyerPrices): PriceList {
  const list: PriceList = {};
  for (const offer of offers) {
    list[offer.countryId] ??= {};
    const ofCountry = list[offer.countryId] as PriceList[string];
    const cost = roublesNumber(priceFor(offer, buyer));
    ofCountry[offer.code] = { cost, count: offer.count, physicalCount: offer.provenCount };
  }
  return list;
}

const flag = (value: boolean) => (value ? 1 : 0);

/** A country as getCountries lists it; flags are 0 and 1, the id a number. `isRentable`: partners have numbers for rent there. */
export function toProtocolCountry(country: Country, isRentable: boolean) {
  return {
    id: country.id,
    rus: country.names.ru,
    eng: country.names.en,
    chn: country.names.cn,
    visible: flag(country.visible),
    retry: flag(country.retry),
    rent: flag(isRentable),
    multiService: flag(country.multiService),
  };
}

/** A service as getAvailableServicesByCountry lists it. */
export function toAvailableService(service: Service) {
  return {
    shortName: service.code,
    fullNameRu: serviceName(service, "ru"),
    fullNameEn: serviceName(service, "en"),
    forward: 0,
  };
}

/** Suppliers as Tiger's getProviders lists them, most numbers first; `number_lifetime` in seconds. */
export function toProviders(counts: ReadonlyMap<number, number>, deliveryPercent: number | null) {
  return [...counts]
    .sort(([a, most], [b, more]) => more - most || a - b)
    .map(([id, count]) => ({
      id,
      name: String(id),
      numbers_count: count,
      delivery_percent: deliveryPercent,
      number_lifetime: holdMinutesDefault * 60,
    }));
}

/** The language of getServicesList; English for one we do not speak. `zh` is how some clients spell Chinese. */
export function readLanguage(text: string | undefined): Locale {
  if (text === "zh") return "cn";
  return locales.find((locale) => locale === text) ?? "en";
}
