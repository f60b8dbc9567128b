import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import { fullRentCode, rentHours, statesBefore } from "#features/rentals/rentals.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type Extendable = {
  readonly serviceId: number | null;
  readonly countryId: number;
  readonly supplierId: number;
};

/** What of a user's own rental says whether it may be sold on; null for a stranger's. The service is the catalogue's. */
export async function findExtendable(db: Db, userId: number, rentalId: number): Promise<Extendable | null> {
  const row = await maybeOne<{ service_id: number | null; country_id: number; supplier_id: number }>(db, {
    text: "select service_id, country_id, supplier_id from rentals where id = $1 and user_id = $2",
    values: [rentalId, userId],
  });
  if (!row) return null;
  const serviceId = row.service_id ?? (await findServiceByCode(db, fullRentCode))?.id ?? null;
  return { serviceId, countryId: row.country_id, supplierId: row.supplier_id };
}

export type ExtensionPrice = {
  readonly hours: number;
  readonly priceKopecks: number;
  readonly expiresAt: Date;
  readonly maxHours: number;
};

/**
 * What an extension would cost its owner now, by the same function as the extension itself. Throws INVALID_TIME,
 * RENTAL_NOT_FOUND, RENTAL_OVER, MAX_HOURS_EXCEEDED.
 */
export async function getExtensionPrice(
  db: Db,
  userId: number,
  rentalId: number,
  hours: number,
): Promise<ExtensionPrice> {
  if (hours < rentHours.min || hours > rentHours.max)
    throw new AppError(rentalErrors.INVALID_TIME, { details: rentHours });
  const row = await maybeOne<{
    isOpen: boolean;
    priceKopecks: number;
    expiresAt: Date;
    maxHours: number;
  }>(db, {
    text: `select r.state = any ($4::text[]) and r.expires_at > app_now() as "isOpen", e.price_kopecks as "priceKopecks",
        r.expires_at + make_interval(hours => $3) as "expiresAt",
        greatest(0, floor(extract(epoch from app_now() + make_interval(hours => $5) - r.expires_at) / 3600))::int as "maxHours"
      from rentals r, rentals_extension_price(r, $3) e where r.id = $1 and r.user_id = $2`,
    values: [rentalId, userId, hours, statesBefore("extend"), rentHours.max],
  });
  if (!row) throw new AppError(rentalErrors.RENTAL_NOT_FOUND);
  const { isOpen, ...price } = row;
  if (!isOpen) throw new AppError(rentalErrors.RENTAL_OVER);
  if (hours > price.maxHours)
    throw new AppError(rentalErrors.MAX_HOURS_EXCEEDED, { details: { maxHours: price.maxHours } });
  return { hours, ...price };
}

/** An extension that was bought before under a key; `mismatch`: for other words. */
export type KnownExtension = {
  readonly outcome: "replayed" | "mismatch";
  readonly extension_id: number;
  readonly price_kopecks: number;
  readonly expires_at: Date;
};

/** The extension that an idempotency key has bought before; null for a key that stands for none. */
export function findKnownExtension(
  db: Db,
  of: { readonly userId: number; readonly idempotencyKey: string; readonly inputHash: string },
): Promise<KnownExtension | null> {
  return maybeOne<KnownExtension>(db, {
    text: `select case when input_hash = $3 then 'replayed' else 'mismatch' end as outcome, id as extension_id, price_kopecks,
        expires_after as expires_at
      from rentals_extensions where user_id = $1 and idempotency_key = $2`,
    values: [of.userId, of.idempotencyKey, of.inputHash],
  });
}
