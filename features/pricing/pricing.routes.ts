import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Country,
  countryName,
  pageOf,
  type Service,
  searchServices,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { findCountryForSale, findServiceForSale, saleVersion } from "#features/policy/policy.reads.ts";
import {
  getUsdRateEndpoint,
  listCountryPricesEndpoint,
  listServicePricesEndpoint,
  listStockEndpoint,
  type WireOffer,
} from "#features/pricing/pricing.contract.ts";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { isAnsweredAtWholesale, listOffers, type PricedOffer } from "#features/pricing/pricing.reads.ts";
import { pricesOfTier, sharedPricesMs } from "#features/pricing/pricing.rules.ts";
import { findUsdRate } from "#features/pricing/rates/rates.reads.ts";
import { rateRoutes } from "#features/pricing/rates/rates.routes.ts";
import { serviceListRoutes } from "#features/pricing/stock/service-list.routes.ts";
import { readStock } from "#features/pricing/stock/stock.reads.ts";
import { priceTableRoutes } from "#features/pricing/table/price-table.routes.ts";
import type { Actor } from "#lib/api/actor.ts";
import { reply, route } from "#lib/api/route.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

const SITE = { mode: "activation", channel: "site" } as const;
/** From so few numbers on, the page offers to repeat the request by itself. */
const SCARCE_COUNT = 3;

/** Whose agreed prices to show: only the caller's own, whatever `user` says. */
function priceUser(actor: Actor, asked: string): number | null {
  return actor.kind === "user" && asked === String(actor.userId) ? actor.userId : null;
}

/** Prices of the caller's own: agreed with the account, or those of a tier that it may have. */
function isForCallerAlone(actor: Actor, query: { user: string; wholesale: boolean }): boolean {
  return priceUser(actor, query.user) !== null || (query.wholesale && actor.kind === "user");
}

/** Prices that nobody has agreed on are the same for all who ask. */
const everybodys = { versionOf: saleVersion, keptMs: sharedPricesMs };

/** One spelling of an offer for the calls that list by country and by service. */
function toWireOffer(
  offer: PricedOffer,
  service: Service,
  country: Country,
  name: string,
  isWholesale: boolean,
): WireOffer {
  const { kopecks: price, otherTierKopecks } = pricesOfTier(offer, isWholesale);
  return {
    country_external_id: country.id,
    service_external_id: service.code,
    country_slug: country.slug,
    service_slug: service.slug,
    name,
    price: roublesNumber(kopecks(price)),
    otherTierPrice: otherTierKopecks === null ? null : roublesNumber(kopecks(otherTierKopecks)),
    count: offer.count,
    customPrice: offer.personalKopecks === null ? null : roublesNumber(offer.personalKopecks),
    isNeedRepeat: offer.count <= SCARCE_COUNT,
  };
}

export const pricingRoutes = [
  ...rateRoutes,
  ...priceTableRoutes,
  ...serviceListRoutes,
  sharedRoute(
    listCountryPricesEndpoint,
    async ({ db, params, query, actor, locale }) => {
      const service = await findServiceForSale(db, SITE, params.serviceId);
      if (!service) throw new AppError(pricingErrors.SERVICE_NOT_FOUND);
      const { countryById } = await readCatalogue(db);
      const isWholesale = await isAnsweredAtWholesale(db, actor, query.wholesale);
      const offers = await listOffers(db, {
        serviceId: service.id,
        channel: "site",
        userId: priceUser(actor, query.user),
      });
      return offers.flatMap((offer) => {
        const country = countryById.get(offer.countryId);
        return country
          ? [toWireOffer(offer, service, country, countryName(country, locale), isWholesale)]
          : [];
      });
    },
    {
      keyOf: ({ actor, params, query }) => (isForCallerAlone(actor, query) ? null : String(params.serviceId)),
      ...everybodys,
    },
  ),
  sharedRoute(
    listServicePricesEndpoint,
    async ({ db, params, query, actor, locale }) => {
      const country = await findCountryForSale(db, SITE, params.countryId);
      if (!country) throw new AppError(pricingErrors.COUNTRY_NOT_FOUND);
      const isWholesale = await isAnsweredAtWholesale(db, actor, query.wholesale);
      const offers = await listOffers(db, {
        countryId: country.id,
        channel: "site",
        userId: priceUser(actor, query.user),
      });
      const byService = new Map(offers.map((offer) => [offer.serviceId, offer]));
      const services = searchServices(await readCatalogue(db), query.query ?? "").filter((service) =>
        byService.has(service.id),
      );
      const page = pageOf(services, { page: query.page, perPage: query["per-page"] });
      const body = page.items.map((service) =>
        toServiceOffer(byService, service, country, locale, isWholesale),
      );
      return reply(body, {
        headers: {
          "x-pagination-page-count": String(page.pageCount),
          "x-pagination-total-count": String(page.totalCount),
        },
      });
    },
    {
      keyOf: ({ actor, params, query }) =>
        isForCallerAlone(actor, query) || query.query
          ? null
          : [params.countryId, query.page, query["per-page"]].join(":"),
      ...everybodys,
    },
  ),
  sharedRoute(
    listStockEndpoint,
    async ({ db }) => {
      const [{ serviceById }, { byService }] = await Promise.all([readCatalogue(db), readStock(db)]);
      return Array.from(byService).flatMap(([id, { fromKopecks, count }]) => {
        const service = serviceById.get(id);
        return service
          ? [{ id, external_id: service.code, price: roublesNumber(kopecks(fromKopecks)), count }]
          : [];
      });
    },
    { keyOf: () => "all", ...everybodys },
  ),
  route(getUsdRateEndpoint, async ({ db }) => {
    const rate = await findUsdRate(db);
    if (!rate) throw new AppError(pricingErrors.RATE_UNAVAILABLE);
    return rate.rubPerUsd;
  }),
];

function toServiceOffer(
  byService: ReadonlyMap<number, PricedOffer>,
  service: Service,
  country: Country,
  locale: Locale,
  isWholesale: boolean,
): WireOffer {
  return toWireOffer(
    byService.get(service.id) as PricedOffer,
    service,
    country,
    serviceName(service, locale),
    isWholesale,
  );
}
