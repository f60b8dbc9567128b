import { paginationHeaders } from "#features/catalogue/catalogue.contract.ts";
import {
  cancelRentalEndpoint,
  extendRentalEndpoint,
  extensionPriceEndpoint,
  getRentalEndpoint,
  listRentalsEndpoint,
  type RentalDetails,
  rentNumberEndpoint,
} from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import {
  hoursOf,
  type RentalTab,
  type RentUnit,
  rentHours,
  windowOf,
} from "#features/rentals/rentals.rules.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import {
  findSandboxRental,
  getSandboxExtensionPrice,
  listSandboxRentals,
  toRentalView,
} from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import {
  extendInSandbox,
  moveSandboxRental,
  rentInSandbox,
} from "#features/sandbox/sandbox-rent/sandbox-rent.writes.ts";
import type { KeyRights, UserActor } from "#lib/api/actor.ts";
import { replayHeader, reply, route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The sandbox key of a caller: the gate lets nobody else in here. */
export function renterOf({ userId, key }: UserActor): {
  userId: UserActor["userId"];
  key: KeyRights;
  channel: "api";
} {
  if (!key?.isSandbox) throw new AppError(sandboxErrors.SANDBOX_KEY_NEEDED);
  return { userId, key, channel: "api" };
}

async function getDetails(db: Db, actor: UserActor, id: number, locale: Locale): Promise<RentalDetails> {
  const rental = await findSandboxRental(db, renterOf(actor).key.keyId, id, locale);
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  return rental;
}

function mustBeHours(input: { amount: number; unit: RentUnit }): number {
  const hours = hoursOf(input.amount, input.unit);
  if (hours === null) throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  return hours;
}

/** What a sandbox key is answered where a live one reaches rentals. Ready for `withSandbox`. */
export const sandboxRentAnswers = [
  route(rentNumberEndpoint, async ({ db, body, actor, locale, idempotencyKey }) => {
    const rented = await rentInSandbox(db, {
      ...renterOf(actor),
      serviceCode: body.service_external_id,
      countryId: body.country_external_id,
      operator: body.operator,
      hours: mustBeHours(body),
      maxPriceKopecks: body.maxPriceKopecks,
      idempotencyKey,
    });
    return reply(await getDetails(db, actor, rented.id, locale), { headers: replayHeader(rented.replayed) });
  }),
  route(listRentalsEndpoint, async ({ db, query, actor, locale }) => {
    const all = (await listSandboxRentals(db, renterOf(actor).key.keyId, locale)).map(toRentalView);
    const ofTab = (tab: RentalTab) => all.filter((rental) => rental.tab === tab);
    const counts = {
      active: ofTab("active").length,
      received: ofTab("received").length,
      canceled: ofTab("canceled").length,
    };
    const page = windowOf(counts[query.tab], { page: query.page, perPage: query["per-page"] });
    const rentals = ofTab(query.tab).slice(page.start, page.start + page.perPage);
    return reply({ rentals, counts }, { headers: paginationHeaders(page) });
  }),
  route(getRentalEndpoint, ({ db, actor, params, locale }) => getDetails(db, actor, params.id, locale)),
  route(cancelRentalEndpoint, async ({ db, actor, params, locale }) => {
    await withTransaction(db, (tx) => moveSandboxRental(tx, renterOf(actor), params.id, "cancel"));
    return getDetails(db, actor, params.id, locale);
  }),
  route(extensionPriceEndpoint, async ({ db, actor, params, query }) => {
    const price = await getSandboxExtensionPrice(db, renterOf(actor).key.keyId, params.id, query.hours);
    return { ...price, expiresAt: price.expiresAt.toISOString() };
  }),
  route(extendRentalEndpoint, async ({ db, actor, params, body, locale, idempotencyKey }) => {
    await getDetails(db, actor, params.id, locale);
    const extended = await extendInSandbox(db, {
      ...renterOf(actor),
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
