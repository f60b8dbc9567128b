import type { Below } from "#features/rentals/messages.reads.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  makeRentalRoutes,
  type Renter,
  type RestRentPort,
} from "#features/rest-api/rentals/rentals.routes.ts";
import { sandboxTopic } from "#features/rest-api/waiting/waiting.reads.ts";
import {
  findSandboxRental,
  getSandboxExtensionPrice,
  listSandboxRentals,
  toRentalView,
  watchSandboxRental,
} from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import { renterOf } from "#features/sandbox/sandbox-rent/sandbox-rent.routes.ts";
import {
  extendInSandbox,
  moveSandboxRental,
  rentInSandbox,
} from "#features/sandbox/sandbox-rent/sandbox-rent.writes.ts";
import { AppError } from "#lib/errors/app-error.ts";

function below<Item extends { readonly id: number }>(
  items: readonly Item[],
  { beforeId, limit }: Below,
): Item[] {
  return items.filter(({ id }) => id < (beforeId ?? Number.POSITIVE_INFINITY)).slice(0, limit);
}

async function getRental({ db, actor, locale }: Renter, id: number) {
  const rental = await findSandboxRental(db, renterOf(actor).key.keyId, id, locale);
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}

/** Rentals of a sandbox. */
const sandboxPort: RestRentPort = {
  rent: ({ db, actor }, { service, country, maxPriceKopecks, ...input }) =>
    rentInSandbox(db, {
      ...input,
      ...renterOf(actor),
      serviceCode: service,
      countryId: country,
      maxPriceKopecks: maxPriceKopecks ?? null,
    }),
  find: async ({ db, actor, locale }, id, from) => {
    const rental = await findSandboxRental(db, renterOf(actor).key.keyId, id, locale, from);
    return rental && toRentalView(rental);
  },
  watched: async ({ db, actor, locale }, id) => {
    const { rental, changesInMs } = await watchSandboxRental(db, renterOf(actor).key.keyId, id, locale);
    return { rental: rental && toRentalView(rental), changesInMs };
  },
  topic: ({ actor }) => sandboxTopic(actor.userId),
  list: async ({ db, actor, locale }, { states }, page) => {
    const all = await listSandboxRentals(db, renterOf(actor).key.keyId, locale);
    const wanted = all.filter(({ state }) => states?.includes(state) ?? true);
    return below(wanted, page).map(toRentalView);
  },
  messages: async (renter, id, page) => below((await getRental(renter, id)).messages, page),
  calls: async (renter, id, page) => below((await getRental(renter, id)).calls, page),
  cancel: (tx, actor, id) => moveSandboxRental(tx, renterOf(actor), id, "cancel"),
  finish: (tx, actor, id) => moveSandboxRental(tx, renterOf(actor), id, "finish"),
  extensionPrice: ({ db, actor }, id, hours) =>
    getSandboxExtensionPrice(db, renterOf(actor).key.keyId, id, hours),
  extend: ({ db, actor }, rentalId, { maxPriceKopecks, ...input }) =>
    extendInSandbox(db, { ...input, ...renterOf(actor), rentalId, maxPriceKopecks: maxPriceKopecks ?? null }),
};

export const restRentalSandbox = makeRentalRoutes(sandboxPort);
