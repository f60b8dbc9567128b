import { paginationHeaders, toServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, pageOf, searchServices } from "#features/catalogue/catalogue.rules.ts";
import { askPolicy, readPolicy, saleVersion } from "#features/policy/policy.reads.ts";
import { decideSale } from "#features/policy/policy.rules.ts";
import { isAnsweredAtWholesale } from "#features/pricing/pricing.reads.ts";
import { pricesOfTier } from "#features/pricing/pricing.rules.ts";
import { listRentOffers, listRentSteps, listRentStock } from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { liveRentals, type RentalPort } from "#features/rentals/rental-port.writes.ts";
import {
  cancelRentalEndpoint,
  extendRentalEndpoint,
  extensionPriceEndpoint,
  getRentalEndpoint,
  listRentalsEndpoint,
  listRentPricesEndpoint,
  listRentServicesEndpoint,
  listRentStockEndpoint,
  type RentalDetails,
  rentNumberEndpoint,
  rentTermsEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  cancelMinutes,
  fullRentCode,
  hoursOf,
  type RentUnit,
  rentHours,
  stockKeptMs,
} from "#features/rentals/rentals.rules.ts";
import { readFreeForRent } from "#features/rentals/shop/free-for-rent.reads.ts";
import { listRentServices } from "#features/supply/rent/rent.reads.ts";
import type { Actor } from "#lib/api/actor.ts";
import { type Caller, type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

const SITE = { mode: "rent", channel: "site" } as const;

/** Whose agreed prices to show: only the caller's own, whatever `user` says. */
function priceUser(actor: Actor, asked: string): number | null {
  return actor.kind === "user" && asked === String(actor.userId) ? actor.userId : null;
}

function mustBeHours(input: { amount: number; unit: RentUnit }): number {
  const hours = hoursOf(input.amount, input.unit);
  if (hours === null) throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  return hours;
}

/** The site's endpoints of rentals over a port. */
export function makeRentalRoutes(port: RentalPort): Route[] {
  const getDetails = async (caller: Caller, id: number): Promise<RentalDetails> => {
    const details = await port.findDetails(caller, id);
    if (!details) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
    return details;
  };
  return [
    route(rentNumberEndpoint, async (context) => {
      const { body, idempotencyKey } = context;
      const rented = await port.rent(context, {
        serviceCode: body.service_external_id,
        countryId: body.country_external_id,
        operator: body.operator,
        hours: mustBeHours(body),
        maxPriceKopecks: body.maxPriceKopecks,
        idempotencyKey,
      });
      return reply(await getDetails(context, rented.id), { headers: replayHeader(rented.replayed) });
    }),
    route(listRentalsEndpoint, async (context) => {
      const { query } = context;
      const asked = { tab: query.tab, page: query.page, perPage: query["per-page"] };
      const { rentals, counts, page } = await port.listTab(context, asked);
      return reply({ rentals, counts }, { headers: paginationHeaders(page) });
    }),
    route(getRentalEndpoint, (context) => getDetails(context, context.params.id)),
    route(cancelRentalEndpoint, async (context) => {
      await port.act(context, context.params.id, "cancel");
      return getDetails(context, context.params.id);
    }),
    route(extensionPriceEndpoint, async (context) => {
      const price = await port.extensionPrice(context, context.params.id, context.query.hours);
      return { ...price, expiresAt: price.expiresAt.toISOString() };
    }),
    route(extendRentalEndpoint, async (context) => {
      const { params, body, idempotencyKey } = context;
      // Whose it is comes before what is wrong with the input.
      await getDetails(context, params.id);
      const extended = await port.extend(context, {
        rentalId: params.id,
        hours: mustBeHours(body),
        maxPriceKopecks: body.maxPriceKopecks,
        idempotencyKey,
      });
      return reply(await getDetails(context, params.id), { headers: replayHeader(extended.replayed) });
    }),
  ];
}

export const rentalRoutes = [
  route(listRentPricesEndpoint, async ({ db, query, actor, locale }) => {
    const { hours } = query;
    if (hoursOf(hours, "hours") === null)
      throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
    const { countryById, serviceByCode } = await readCatalogue(db);
    const service = serviceByCode.get(query.service_external_id);
    if (!service || !(await askPolicy(db, { ...SITE, serviceId: service.id })).allowed)
      throw new AppError(rentalErrors.SERVICE_NOT_FOUND);
    const [offers, steps, isWholesale] = await Promise.all([
      listRentOffers(db, {
        serviceId: service.code === fullRentCode ? null : service.id,
        fullRentServiceId: serviceByCode.get(fullRentCode)?.id ?? 0,
        channel: "site",
        userId: priceUser(actor, query.user),
      }),
      listRentSteps(db),
      isAnsweredAtWholesale(db, actor, query.wholesale),
    ]);
    const total = (hourKopecks: number) => roublesNumber(rentTotal(hourKopecks, hours, steps));
    return offers.flatMap((offer) => {
      const country = countryById.get(offer.countryId);
      if (!country) return [];
      const tiers = { retailKopecks: offer.hourRetailKopecks, wholesaleKopecks: offer.hourWholesaleKopecks };
      const { kopecks: hourKopecks, otherTierKopecks } = pricesOfTier(tiers, isWholesale);
      const custom = offer.hourPersonalKopecks;
      return [
        {
          country_external_id: country.id,
          service_external_id: service.code,
          country_slug: country.slug,
          service_slug: service.slug,
          name: countryName(country, locale),
          price: total(hourKopecks),
          otherTierPrice: otherTierKopecks === null ? null : total(otherTierKopecks),
          customPrice: custom === null ? null : total(custom),
          hourKopecks,
          customHourKopecks: custom,
          count: offer.count,
          operators: [...offer.operators],
        },
      ];
    });
  }),
  route(listRentServicesEndpoint, async ({ db, query, locale }) => {
    const [catalogue, policy, rentable, whole, free] = await Promise.all([
      readCatalogue(db),
      readPolicy(db),
      listRentServices(db),
      findServiceByCode(db, fullRentCode),
      readFreeForRent(db),
    ]);
    const ids = new Set(rentable.map((id) => id ?? whole?.id));
    const services = searchServices(catalogue, query.search, ({ id }) => free.has(id)).filter(
      ({ id }) => ids.has(id) && decideSale(policy, { ...SITE, serviceId: id }).allowed,
    );
    const page = pageOf(services, { page: query.page, perPage: query["per-page"] });
    return reply(
      page.items.map((service) => toServiceWire(service, locale)),
      { headers: paginationHeaders(page) },
    );
  }),
  sharedRoute(
    listRentStockEndpoint,
    async ({ db }) => {
      const { serviceById, serviceByCode } = await readCatalogue(db);
      const whole = serviceByCode.get(fullRentCode);
      const [stock, steps] = await Promise.all([
        listRentStock(db, { channel: SITE.channel, fullRentServiceId: whole?.id ?? 0 }),
        listRentSteps(db),
      ]);
      return stock.flatMap(({ serviceId, hourKopecks, count }) => {
        const service = serviceId === null ? whole : serviceById.get(serviceId);
        const price = roublesNumber(rentTotal(hourKopecks, rentHours.min, steps));
        return service ? [{ id: service.id, external_id: service.code, price, count }] : [];
      });
    },
    { keyOf: () => "all", versionOf: saleVersion, keptMs: stockKeptMs },
  ),
  route(rentTermsEndpoint, async ({ db }) => ({
    minHours: rentHours.min,
    maxHours: rentHours.max,
    cancelMinutes,
    steps: await listRentSteps(db),
  })),
  ...makeRentalRoutes(liveRentals),
];
