import { goodsOf } from "#features/activations/activations.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import type { ExtensionPrice } from "#features/rentals/extensions/extensions.reads.ts";
import type { RentalDetails, RentalView } from "#features/rentals/rentals.contract.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { fullRentCode, messagesShown, rentHours, tabOf } from "#features/rentals/rentals.rules.ts";
import { readSandbox } from "#features/sandbox/sandbox.reads.ts";
import {
  hoursOf,
  nextRentalChangeMs,
  rentalMomentOf,
  type SandboxArrival,
  type SandboxExtension,
  type SandboxRental,
  sandboxRentLimits,
} from "#features/sandbox/sandbox-rent.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A key's rentals as the JSON API shows them, newest first, with what came in. */
export async function listSandboxRentals(
  db: Db,
  keyId: number,
  locale: Locale,
  from: Queryable = db,
): Promise<RentalDetails[]> {
  const catalogue = await readCatalogue(db);
  const { rentals, now } = await readSandbox(from, keyId);
  return rentals.map((rental) => detailsOf(rental, now, catalogue, locale));
}

/** One of them, or null. */
export async function findSandboxRental(
  db: Db,
  keyId: number,
  id: number,
  locale: Locale,
  from: Queryable = db,
): Promise<RentalDetails | null> {
  return (await listSandboxRentals(db, keyId, locale, from)).find((rental) => rental.id === id) ?? null;
}

/** One of them, and the milliseconds until its script changes it. */
export async function watchSandboxRental(
  db: Db,
  keyId: number,
  id: number,
  locale: Locale,
): Promise<{ rental: RentalDetails | null; changesInMs: number }> {
  const catalogue = await readCatalogue(db);
  const { rentals, now } = await readSandbox(db, keyId);
  const rental = rentals.find((one) => one.id === id);
  if (!rental) return { rental: null, changesInMs: Number.POSITIVE_INFINITY };
  return { rental: detailsOf(rental, now, catalogue, locale), changesInMs: nextRentalChangeMs(rental, now) };
}

/** The same without what came in. */
export function toRentalView({ messages: _messages, calls: _calls, ...view }: RentalDetails): RentalView {
  return view;
}

function detailsOf(rental: SandboxRental, now: Date, catalogue: Catalogue, locale: Locale): RentalDetails {
  const moment = rentalMomentOf(rental, now);
  const { state, expiresAt, closedAt, arrivals } = moment;
  const messages = arrivals.filter(({ kind }) => kind === "sms");
  const calls = arrivals.filter(({ kind }) => kind === "call");
  return {
    id: rental.id,
    state,
    tab: tabOf({ state, hasArrivals: arrivals.length > 0 }),
    ...goodsOf(catalogue, rental.serviceId, rental.countryId, locale),
    isFull: rental.serviceCode === fullRentCode,
    operator: rental.operator,
    number: rental.number,
    hours: hoursOf(rental),
    priceKopecks: rental.priceKopecks,
    money: moment.money,
    closeReason: closedAt === null ? null : rental.closedAs === "expired" ? "finished" : state,
    requestedAt: rental.rentedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    secondsLeft: closedAt ? 0 : Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000)),
    cancellableForSeconds: moment.cancellableSeconds,
    extendableHours: moment.extendableHours,
    messagesCount: messages.length,
    callsCount: calls.length,
    isForgotten: false,
    extensions: rental.extensions.map(extensionView),
    messages: messages.map(messageView).toReversed().slice(0, messagesShown),
    calls: calls.map(callView).toReversed().slice(0, messagesShown),
  };
}

function extensionView({ extendedAt, priceKopecks, hours }: SandboxExtension) {
  return { at: extendedAt.toISOString(), priceKopecks, hours };
}

function messageView({ id, from, text, code, at }: SandboxArrival) {
  return { id, sender: from, text, code, receivedAt: at.toISOString() };
}

function callView({ id, from, at }: SandboxArrival) {
  return { id, caller: from, calledAt: at.toISOString() };
}

/**
 * What an extension would cost, and when the rental would end then. Throws INVALID_TIME, RENTAL_NOT_FOUND, RENTAL_OVER,
 * MAX_HOURS_EXCEEDED.
 */
export function sandboxExtensionPrice(
  rental: SandboxRental | null,
  now: Date,
  hours: number,
): ExtensionPrice {
  if (!Number.isInteger(hours) || hours < rentHours.min || hours > rentHours.max)
    throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  const { closedAt, expiresAt, extendableHours: maxHours } = rentalMomentOf(rental, now);
  if (closedAt) throw new AppError(rentalErrors.RENTAL_OVER);
  if (hours > maxHours) throw new AppError(rentalErrors.MAX_HOURS_EXCEEDED, { details: { maxHours } });
  const priceKopecks = hours * sandboxRentLimits.hourKopecks;
  return { hours, priceKopecks, maxHours, expiresAt: new Date(expiresAt.getTime() + hours * 3_600_000) };
}

/** The same for a rental of a key's sandbox. */
export async function getSandboxExtensionPrice(
  db: Queryable,
  keyId: number,
  id: number,
  hours: number,
): Promise<ExtensionPrice> {
  const { rentals, now } = await readSandbox(db, keyId);
  return sandboxExtensionPrice(rentals.find((rental) => rental.id === id) ?? null, now, hours);
}
