import { paginationHeaders, toServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, pageOf, searchServices } from "#features/catalogue/catalogue.rules.ts";
import { askPolicy, readPolicy } from "#features/policy/policy.reads.ts";
import { decideSale, saleChannelOf } from "#features/policy/policy.rules.ts";
import { listRentOffers, listRentSteps } from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { findExtendable, getExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import {
  cancelRentalEndpoint,
  extendRentalEndpoint,
  extensionPriceEndpoint,
  getRentalEndpoint,
  listRentalsEndpoint,
  listRentPricesEndpoint,
  listRentServicesEndpoint,
  type RentalDetails,
  rentNumberEndpoint,
  rentTermsEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { countRentals, findRentalDetails, listRentalViews } from "#features/rentals/rentals.reads.ts";
import {
  cancelMinutes,
  fullRentCode,
  hoursOf,
  type RentUnit,
  rentHours,
  windowOf,
} from "#features/rentals/rentals.rules.ts";
import { cancelRental } from "#features/rentals/rentals.writes.ts";
import { listRentServices } from "#features/supply/rent/rent.reads.ts";
import type { Actor, UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";
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

async function getDetails(db: Db, userId: number, id: number, locale: Locale): Promise<RentalDetails> {
  const details = await findRentalDetails(db, userId, id, locale);
  if (!details) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return details;
}

function buyer(actor: UserActor) {
  return {
    userId: actor.userId,
    channel: saleChannelOf(actor),
    key: actor.key ?? null,
  };
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
    const [offers, steps] = await Promise.all([
      listRentOffers(db, {
        serviceId: service.code === fullRentCode ? null : service.id,
        wholeServiceId: serviceByCode.get(fullRentCode)?.id ?? 0,
        channel: "site",
        userId: priceUser(actor, query.user),
      }),
      listRentSteps(db),
    ]);
    const total = (hourKopecks: number) => roublesNumber(rentTotal(hourKopecks, hours, steps));
    return offers.flatMap((offer) => {
      const country = countryById.get(offer.countryId);
      if (!country) return [];
      const hourKopecks = query.wholesale ? offer.hourWholesaleKopecks : offer.hourRetailKopecks;
      const custom = offer.hourPersonalKopecks;
      return [
        {
          country_external_id: country.id,
          service_external_id: service.code,
          country_slug: country.slug,
          service_slug: service.slug,
          name: countryName(country, locale),
          price: total(hourKopecks),
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
    const [catalogue, policy, rentable, whole] = await Promise.all([
      readCatalogue(db),
      readPolicy(db),
      listRentServices(db),
      findServiceByCode(db, fullRentCode),
    ]);
    const ids = new Set(rentable.map((id) => id ?? whole?.id));
    const services = searchServices(catalogue, query.search).filter(
      ({ id }) => ids.has(id) && decideSale(policy, { ...SITE, serviceId: id }).allowed,
    );
    const page = pageOf(services, { page: query.page, perPage: query["per-page"] });
    return reply(
      page.items.map((service) => toServiceWire(service, locale)),
      { headers: paginationHeaders(page) },
    );
  }),
  route(rentTermsEndpoint, async ({ db }) => ({
    minHours: rentHours.min,
    maxHours: rentHours.max,
    cancelMinutes,
    steps: await listRentSteps(db),
  })),
  route(rentNumberEndpoint, async ({ db, body, actor, locale, idempotencyKey }) => {
    const rented = await rentNumber(db, {
      ...buyer(actor),
      serviceCode: body.service_external_id,
      countryId: body.country_external_id,
      operator: body.operator,
      hours: mustBeHours(body),
      maxPriceKopecks: body.maxPriceKopecks,
      idempotencyKey,
    });
    return reply(await getDetails(db, actor.userId, rented.id, locale), {
      headers: replayHeader(rented.replayed),
    });
  }),
  route(listRentalsEndpoint, async ({ db, query, actor, locale }) => {
    const counts = await countRentals(db, actor);
    const page = windowOf(counts[query.tab], { page: query.page, perPage: query["per-page"] });
    const wanted = { tab: query.tab, start: page.start, limit: page.perPage };
    const rentals = await listRentalViews(db, actor, wanted, locale);
    return reply({ rentals, counts }, { headers: paginationHeaders(page) });
  }),
  route(getRentalEndpoint, ({ db, actor, params, locale }) =>
    getDetails(db, actor.userId, params.id, locale),
  ),
  route(cancelRentalEndpoint, async ({ db, actor, params, locale }) => {
    await cancelRental(db, actor.userId, params.id);
    return getDetails(db, actor.userId, params.id, locale);
  }),
  route(extensionPriceEndpoint, async ({ db, actor, params, query }) => {
    const price = await getExtensionPrice(db, actor.userId, params.id, query.hours);
    return { ...price, expiresAt: price.expiresAt.toISOString() };
  }),
  route(extendRentalEndpoint, async ({ db, actor, params, body, locale, idempotencyKey }) => {
    // Whose it is comes before what is wrong with the input.
    if (!(await findExtendable(db, actor.userId, params.id)))
      throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
    const extended = await extendRental(db, {
      ...buyer(actor),
      rentalId: params.id,
      hours: mustBeHours(body),
      maxPriceKopecks: body.maxPriceKopecks,
      idempotencyKey,
    });
    return reply(await getDetails(db, actor.userId, params.id, locale), {
      headers: replayHeader(extended.replayed),
    });
  }),
];
