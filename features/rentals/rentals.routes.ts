import { paginationHeaders, toServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, pageOf, searchServices } from "#features/catalogue/catalogue.rules.ts";
import { askPolicy, readPolicy, saleVersion } from "#features/policy/policy.reads.ts";
import { decideSale, saleChannelOf } from "#features/policy/policy.rules.ts";
import { isAnsweredAtWholesale } from "#features/pricing/pricing.reads.ts";
import { pricesOfTier } from "#features/pricing/pricing.rules.ts";
import { listRentOffers, listRentSteps, listRentStock } from "#features/pricing/rent/rent.reads.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { type ExtensionPrice, getExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import {
  type Extended,
  type ExtensionInput,
  extendRental,
} from "#features/rentals/extensions/extensions.writes.ts";
import { type Rented, type RentInput, rentNumber } from "#features/rentals/purchase.writes.ts";
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
  type RentalView,
  rentNumberEndpoint,
  rentTermsEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  countRentals,
  findRentalDetails,
  listRentalViews,
  type RentalCounts,
} from "#features/rentals/rentals.reads.ts";
import {
  cancelMinutes,
  fullRentCode,
  hoursOf,
  type RentalTab,
  type RentUnit,
  rentHours,
  stockKeptMs,
  windowOf,
} from "#features/rentals/rentals.rules.ts";
import { cancelRental } from "#features/rentals/rentals.writes.ts";
import { listRentServices } from "#features/supply/rent/rent.reads.ts";
import type { Actor, UserActor } from "#lib/api/actor.ts";
import { type Route, replayHeader, reply, route } from "#lib/api/route.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";
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

function buyer(actor: UserActor) {
  return {
    userId: actor.userId,
    channel: saleChannelOf(actor),
    key: actor.key ?? null,
  };
}

/** What a number is rented with at the site's door, but for who rents it. */
type NumberToRent = Omit<RentInput, keyof ReturnType<typeof buyer>>;
type TimeToAdd = Omit<ExtensionInput, keyof ReturnType<typeof buyer>>;
type PageOfTab = { readonly page: number; readonly perPage: number; readonly tab: RentalTab };

/** What the endpoints need of rentals: the live ones and those of a sandbox each have such a port. */
export type RentalPort = {
  rent(db: Db, actor: UserActor, input: NumberToRent): Promise<Rented>;
  /** Null: no such rental of the caller's. */
  find(db: Db, actor: UserActor, id: number, locale: Locale): Promise<RentalDetails | null>;
  /** A page of a tab, newest first, and how many there are in each. */
  list(
    db: Db,
    actor: UserActor,
    asked: PageOfTab,
    locale: Locale,
  ): Promise<{ rentals: RentalView[]; counts: RentalCounts; page: ReturnType<typeof windowOf> }>;
  cancel(db: Db, actor: UserActor, id: number): Promise<void>;
  extensionPrice(db: Db, actor: UserActor, id: number, hours: number): Promise<ExtensionPrice>;
  extend(db: Db, actor: UserActor, input: TimeToAdd): Promise<Extended>;
};

/** The site's endpoints of rentals over a port. */
export function makeRentalRoutes(port: RentalPort): Route[] {
  const getDetails = async (db: Db, actor: UserActor, id: number, locale: Locale): Promise<RentalDetails> => {
    const details = await port.find(db, actor, id, locale);
    if (!details) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
    return details;
  };
  return [
    route(rentNumberEndpoint, async ({ db, body, actor, locale, idempotencyKey }) => {
      const rented = await port.rent(db, actor, {
        serviceCode: body.service_external_id,
        countryId: body.country_external_id,
        operator: body.operator,
        hours: mustBeHours(body),
        maxPriceKopecks: body.maxPriceKopecks,
        idempotencyKey,
      });
      return reply(await getDetails(db, actor, rented.id, locale), {
        headers: replayHeader(rented.replayed),
      });
    }),
    route(listRentalsEndpoint, async ({ db, query, actor, locale }) => {
      const asked = { tab: query.tab, page: query.page, perPage: query["per-page"] };
      const { rentals, counts, page } = await port.list(db, actor, asked, locale);
      return reply({ rentals, counts }, { headers: paginationHeaders(page) });
    }),
    route(getRentalEndpoint, ({ db, actor, params, locale }) => getDetails(db, actor, params.id, locale)),
    route(cancelRentalEndpoint, async ({ db, actor, params, locale }) => {
      await port.cancel(db, actor, params.id);
      return getDetails(db, actor, params.id, locale);
    }),
    route(extensionPriceEndpoint, async ({ db, actor, params, query }) => {
      const price = await port.extensionPrice(db, actor, params.id, query.hours);
      return { ...price, expiresAt: price.expiresAt.toISOString() };
    }),
    route(extendRentalEndpoint, async ({ db, actor, params, body, locale, idempotencyKey }) => {
      // Whose it is comes before what is wrong with the input.
      await getDetails(db, actor, params.id, locale);
      const extended = await port.extend(db, actor, {
        rentalId: params.id,
        hours: mustBeHours(body),
        maxPriceKopecks: body.maxPriceKopecks,
        idempotencyKey,
      });
      return reply(await getDetails(db, actor, params.id, locale), {
        headers: replayHeader(extended.replayed),
      });
    }),
  ];
}

/** Rentals that are real. */
const livePort: RentalPort = {
  rent: (db, actor, input) => rentNumber(db, { ...buyer(actor), ...input }),
  find: (db, actor, id, locale) => findRentalDetails(db, actor.userId, id, locale),
  list: async (db, actor, asked, locale) => {
    const counts = await countRentals(db, actor);
    const page = windowOf(counts[asked.tab], asked);
    const wanted = { tab: asked.tab, start: page.start, limit: page.perPage };
    return { rentals: await listRentalViews(db, actor, wanted, locale), counts, page };
  },
  cancel: (db, actor, id) => cancelRental(db, actor.userId, id),
  extensionPrice: (db, actor, id, hours) => getExtensionPrice(db, actor.userId, id, hours),
  extend: (db, actor, input) => extendRental(db, { ...buyer(actor), ...input }),
};

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
        wholeServiceId: serviceByCode.get(fullRentCode)?.id ?? 0,
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
  sharedRoute(
    listRentStockEndpoint,
    async ({ db }) => {
      const { serviceById, serviceByCode } = await readCatalogue(db);
      const whole = serviceByCode.get(fullRentCode);
      const [stock, steps] = await Promise.all([
        listRentStock(db, { channel: SITE.channel, wholeServiceId: whole?.id ?? 0 }),
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
  ...makeRentalRoutes(livePort),
];
