import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { isWholesaleAccount } from "#features/pricing/pricing.reads.ts";
import { listRentOffers, listRentSteps, type RentOffer } from "#features/pricing/rent/rent.reads.ts";
import { type RentStep, rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { fullRentCode, hoursOf, rentHours } from "#features/rentals/rentals.rules.ts";
import { doorOf } from "#features/rest-api/offers/offers.rules.ts";
import {
  type RestRentOffer,
  restListRentOffers,
} from "#features/rest-api/rentals/rental-offers/rental-offers.contract.ts";
import { restCurrency } from "#features/rest-api/rest-api.rules.ts";
import type { Actor } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Whose prices to show: the caller's own, but a sandbox's are everybody's. */
function payerOf(actor: Actor): number | null {
  return actor.kind === "guest" || actor.key?.isSandbox ? null : actor.userId;
}

/** What an hour costs the payer: agreed, else wholesale for accounts of that tier, else retail. As the purchase counts. */
function hourOf(offer: RentOffer, isWholesale: boolean): number {
  return offer.hourPersonalKopecks ?? (isWholesale ? offer.hourWholesaleKopecks : offer.hourRetailKopecks);
}

/** The filter's service: undefined = any, null = the whole number. Throws SERVICE_NOT_FOUND. */
function wantedService(catalogue: Catalogue, code: string | undefined): number | null | undefined {
  if (code === undefined || code === fullRentCode) return code === undefined ? undefined : null;
  const service = catalogue.serviceByCode.get(code);
  if (!service) throw new AppError(rentalErrors.SERVICE_NOT_FOUND);
  return service.id;
}

type Pricing = {
  readonly catalogue: Catalogue;
  readonly steps: readonly RentStep[];
  readonly hours: number;
  readonly isWholesale: boolean;
};

function toRestOffer(offer: RentOffer, { catalogue, steps, hours, isWholesale }: Pricing): RestRentOffer[] {
  const hourKopecks = hourOf(offer, isWholesale);
  const service = offer.serviceId === null ? fullRentCode : catalogue.serviceById.get(offer.serviceId)?.code;
  if (service === undefined) return [];
  return [
    {
      service,
      country: offer.countryId,
      hours,
      priceKopecks: rentTotal(hourKopecks, hours, steps),
      retailPriceKopecks: rentTotal(offer.hourRetailKopecks, hours, steps),
      hourKopecks,
      currency: restCurrency,
      count: offer.count,
      operators: [...offer.operators],
    },
  ];
}

export const restRentOfferRoutes = [
  route(restListRentOffers, async ({ db, query, actor }) => {
    const { hours, country } = query;
    if (hoursOf(hours, "hours") === null)
      throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
    const catalogue = await readCatalogue(db);
    const serviceId = wantedService(catalogue, query.service);
    if (country !== undefined && !catalogue.countryById.has(country))
      throw new AppError(rentalErrors.COUNTRY_NOT_FOUND);
    const userId = payerOf(actor);
    const [offers, steps, isWholesale] = await Promise.all([
      listRentOffers(db, {
        ...(serviceId === undefined ? {} : { serviceId }),
        ...(country === undefined ? {} : { countryId: country }),
        fullRentServiceId: catalogue.serviceByCode.get(fullRentCode)?.id ?? 0,
        channel: doorOf(actor),
        userId,
      }),
      listRentSteps(db),
      userId === null ? false : isWholesaleAccount(db, userId),
    ]);
    const pricing = { catalogue, steps, hours, isWholesale };
    const data = offers.flatMap((offer) => toRestOffer(offer, pricing));
    return { data: data.sort((left, right) => left.priceKopecks - right.priceKopecks) };
  }),
];
