import sql, { raw } from "sql-template-tag";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { refundedStates } from "#features/activations/activations.rules.ts";
import type { Placed } from "#features/activations/purchase/place-order.writes.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** The lower of two limits; null = none. */
export function lowerLimit(left: number | null, right: number | null): Kopecks | null {
  if (left === null) return right === null ? null : kopecks(right);
  return kopecks(right === null ? left : Math.min(left, right));
}

/** What placing an order tells, of whatever kind of order it is. */
type Outcome = Pick<Placed, "activation_id" | "min_price_kopecks"> & { readonly outcome: string };

/**
 * Places an order with a key that may spend so much a day (UTC) only: under the key's lock, so that parallel orders cannot
 * pass the limit together. Orders that gave their money back do not count. `place` is given the highest price that is left
 * to it. Throws KEY_SPENT.
 */
export async function placeUnderSpendingLimit<Made extends Outcome>(
  db: Db,
  key: KeyRights & { readonly dailyLimitKopecks: number },
  agreedKopecks: Kopecks | null,
  place: (tx: Tx, maxPriceKopecks: Kopecks | null) => Promise<Made>,
): Promise<Made> {
  return withTransaction(db, async (tx) => {
    const left = Math.max(key.dailyLimitKopecks - (await lockKeySpending(tx, key.keyId)), 0);
    const placed = await place(tx, lowerLimit(agreedKopecks, left));
    const isBeyond =
      placed.outcome === "price" &&
      (agreedKopecks === null || (placed.min_price_kopecks ?? 0) <= agreedKopecks);
    if (isBeyond) throw new AppError(activationErrors.KEY_SPENT, { details: { leftKopecks: left } });
    if (placed.outcome === "waiting" || placed.outcome === "requested") {
      await execute(
        tx,
        sql`insert into activations_keyed (activation_id, key_id) values (${placed.activation_id}, ${key.keyId})`,
      );
    }
    return placed;
  });
}

/** Locks the key for this transaction and answers what its orders and rentals of today hold or have cost, in kopecks. */
export async function lockKeySpending(tx: Tx, keyId: number): Promise<number> {
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('activations-key:' || ${keyId}::bigint, 0))`,
  );
  const { spent } = await one<{ spent: number }>(
    tx,
    sql`select coalesce(sum(a.price_kopecks), 0)::bigint + rentals_key_spent(${keyId}) as spent
        from activations_keyed k join activations a on a.id = k.activation_id
        where k.key_id = ${keyId} and k.created_at >= date_trunc('day', app_now(), 'UTC')
          and a.state not in (${raw(stateList(refundedStates))})`,
  );
  return spent;
}
