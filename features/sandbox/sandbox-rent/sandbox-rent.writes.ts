import sql from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { findCountry, findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { isOperatorOf } from "#features/catalogue/catalogue.rules.ts";
import { coversGoods } from "#features/identity/api-keys/key-goods.rules.ts";
import type { Extended, ExtensionInput } from "#features/rentals/extensions/extensions.writes.ts";
import type { Rented, RentInput } from "#features/rentals/purchase.writes.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { nextState, rentHours } from "#features/rentals/rentals.rules.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { openSandbox, refuseByLimits, type SandboxOwner } from "#features/sandbox/sandbox.writes.ts";
import { sandboxExtensionPrice } from "#features/sandbox/sandbox-rent/sandbox-rent.reads.ts";
import {
  rentalCostOf,
  rentalMomentOf,
  rentScriptOf,
  type SandboxRental,
  sandboxRentalId,
  sandboxRentalNumber,
  sandboxRentLimits,
} from "#features/sandbox/sandbox-rent.rules.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * Rents in the sandbox: by the service's script, out of its own purse, within what the key may. Throws what renting throws, and
 * what the script says.
 */
export async function rentInSandbox(db: Db, input: RentInput & { readonly key: KeyRights }): Promise<Rented> {
  const { key, hours, countryId } = input;
  if (!Number.isInteger(hours) || hours < rentHours.min || hours > rentHours.max)
    throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  const [service, country] = await Promise.all([
    findServiceByCode(db, input.serviceCode),
    findCountry(db, countryId),
  ]);
  if (!service) throw new AppError(rentalErrors.SERVICE_NOT_FOUND);
  if (!country) throw new AppError(rentalErrors.COUNTRY_NOT_FOUND);
  if (!coversGoods(key, service.id, countryId)) throw new AppError(rentalErrors.KEY_NOT_FOR_THIS);
  const wanted = input.operator.split(",");
  if (!wanted.every((token) => isOperatorOf(country, token)))
    throw new AppError(rentalErrors.OPERATOR_NOT_FOUND);
  return withTransaction(db, async (tx) => {
    const sandbox = await openSandbox(tx, input.userId, key.keyId);
    const { now, rentals } = sandbox;
    const hash = inputHash("rent", service.code, countryId, input.operator, hours, input.maxPriceKopecks);
    const earlier = rentals.find(({ idempotencyKey }) => idempotencyKey === input.idempotencyKey);
    if (earlier) {
      if (earlier.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
      return { ...rentedOf(earlier, now), replayed: true };
    }
    const priceKopecks = hours * sandboxRentLimits.hourKopecks;
    refuseByScript(service.code, now, priceKopecks);
    refuseByLimits(sandbox, { key, maxPriceKopecks: input.maxPriceKopecks }, priceKopecks);
    await makeRoom(tx, key.keyId, rentals, now);
    const place = sandbox.rentalsMade + 1;
    const made = { id: sandboxRentalId(place), number: sandboxRentalNumber(country.dialCode, place) };
    await execute(
      tx,
      sql`insert into sandbox_rentals (key_id, id, service_id, service_code, country_id, operator, number, hours,
            price_kopecks, idempotency_key, input_hash, rented_at)
          values (${key.keyId}, ${made.id}, ${service.id}, ${service.code}, ${countryId}, ${wanted[0]}, ${made.number}, ${hours},
            ${priceKopecks}, ${input.idempotencyKey}, ${hash}, ${now})`,
    );
    await execute(tx, sql`update sandbox_accounts set rentals_made = ${place} where key_id = ${key.keyId}`);
    return { ...made, expiresAt: new Date(now.getTime() + hours * 3_600_000), replayed: false };
  });
}

function rentedOf(rental: SandboxRental, now: Date) {
  return { id: rental.id, number: rental.number, expiresAt: rentalMomentOf(rental, now).expiresAt };
}

function refuseByScript(serviceCode: string, now: Date, priceKopecks: number): void {
  const { refusal } = rentScriptOf(serviceCode);
  if (!refusal) return;
  const until = new Date(now.getTime() + sandboxLimits.banSeconds * 1_000).toISOString();
  throw new AppError(refusal.error, {
    details: { minPriceKopecks: priceKopecks, priceKopecks, scope: "rent", until },
  });
}

/** The oldest ended rental makes room for a new one; what it cost stays spent. */
async function makeRoom(tx: Tx, keyId: number, rentals: readonly SandboxRental[], now: Date): Promise<void> {
  if (rentals.length < sandboxRentLimits.rentalsKept) return;
  const oldest = rentals.findLast((rental) => rentalMomentOf(rental, now).closedAt !== null);
  if (!oldest) throw new AppError(activationErrors.CHANNELS_LIMIT);
  const cost = rentalCostOf(oldest, now);
  await execute(tx, sql`delete from sandbox_rentals where key_id = ${keyId} and id = ${oldest.id}`);
  await execute(
    tx,
    sql`update sandbox_accounts set spent_kopecks = spent_kopecks + ${cost} where key_id = ${keyId}`,
  );
}

/** Extends a rental of the sandbox. Throws what extending throws. */
export function extendInSandbox(
  db: Db,
  input: ExtensionInput & { readonly key: KeyRights },
): Promise<Extended> {
  const { key, rentalId, hours } = input;
  return withTransaction(db, async (tx) => {
    const sandbox = await openSandbox(tx, input.userId, key.keyId);
    const { now, rentals } = sandbox;
    const hash = inputHash("extend", rentalId, hours, input.maxPriceKopecks);
    for (const rental of rentals)
      for (const [at, earlier] of rental.extensions.entries()) {
        if (earlier.idempotencyKey !== input.idempotencyKey) continue;
        if (earlier.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
        const { expiresAt } = rentalMomentOf({ ...rental, extensions: rental.extensions.slice(at) }, now);
        return {
          id: rental.extensions.length - at,
          priceKopecks: earlier.priceKopecks,
          expiresAt,
          replayed: true,
        };
      }
    const rental = rentals.find(({ id }) => id === rentalId) ?? null;
    const { priceKopecks, expiresAt } = sandboxExtensionPrice(rental, now, hours);
    refuseByLimits(sandbox, { key, maxPriceKopecks: input.maxPriceKopecks }, priceKopecks);
    await execute(
      tx,
      sql`insert into sandbox_extensions (key_id, rental_id, idempotency_key, input_hash, hours, price_kopecks, extended_at)
          values (${key.keyId}, ${rentalId}, ${input.idempotencyKey}, ${hash}, ${hours}, ${priceKopecks}, ${now})`,
    );
    return { id: (rental?.extensions.length ?? 0) + 1, priceKopecks, expiresAt, replayed: false };
  });
}

/**
 * Cancels or ends a rental of the sandbox as the state table of real ones allows; a step that already holds changes nothing.
 * Throws RENTAL_NOT_FOUND, CANNOT_CANCEL, RENTAL_OVER.
 */
export async function moveSandboxRental(
  tx: Tx,
  { userId, key: { keyId } }: SandboxOwner,
  id: number,
  step: "cancel" | "finish",
): Promise<void> {
  const { rentals, now } = await openSandbox(tx, userId, keyId);
  const rental = rentals.find((one) => one.id === id);
  if (!rental) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  const { state, closedAt, cancellableSeconds } = rentalMomentOf(rental, now);
  const wanted = step === "cancel" ? "canceled" : "expired";
  if (state === wanted) return;
  if (closedAt) throw new AppError(rentalErrors.RENTAL_OVER, { details: { state } });
  if (step === "cancel" && (cancellableSeconds === null || nextState(state, step) === null))
    throw new AppError(rentalErrors.CANNOT_CANCEL);
  await execute(
    tx,
    sql`update sandbox_rentals set closed_at = ${now}, closed_as = ${wanted} where key_id = ${keyId} and id = ${id}`,
  );
}
