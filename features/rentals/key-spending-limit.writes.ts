import sql from "sql-template-tag";
import { lockKeySpending } from "#features/activations/purchase/key-spending-limit.writes.ts";
import { rentalErrors } from "#features/rentals/rentals.errors.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What a key may still spend today, under its lock until the transaction ends; null = it has no limit. */
export async function allowanceOf(tx: Tx, key: KeyRights | null): Promise<Kopecks | null> {
  if (!key || key.dailyLimitKopecks === null) return null;
  return kopecks(Math.max(0, key.dailyLimitKopecks - (await lockKeySpending(tx, key.keyId))));
}

/** A price that the buyer agreed to and the day's limit does not hold is KEY_SPENT. */
export function refuseBeyond(limits: {
  readonly priceKopecks: number;
  readonly agreedKopecks: number | null;
  readonly leftKopecks: number | null;
}): void {
  const { priceKopecks, agreedKopecks, leftKopecks } = limits;
  if (leftKopecks === null || (agreedKopecks !== null && priceKopecks > agreedKopecks)) return;
  throw new AppError(rentalErrors.KEY_SPENT, { details: { leftKopecks } });
}

/** Counts a rental or an extension towards its key's day. */
export async function recordKeySpending(
  tx: Tx,
  note: { readonly keyId: number; readonly rentalId: number; readonly extensionId: number | null },
): Promise<void> {
  await execute(
    tx,
    sql`insert into rentals_keyed (key_id, rental_id, extension_id) values (${note.keyId}, ${note.rentalId}, ${note.extensionId})`,
  );
}
