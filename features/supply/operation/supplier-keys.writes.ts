import sql from "sql-template-tag";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal } from "#lib/sealed-text.ts";

/** A key names one supplier, also while it is being replaced. Throws SUPPLIER_KEY_TAKEN. Others that change keys wait. */
export async function refuseTakenKey(tx: Tx, key: string, supplierId: number | null): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('supply_keys'))`);
  const hash = hashPartnerKey(key);
  const taken = await maybeOne(
    tx,
    sql`select from supply_suppliers where push_key_hash = ${hash}
        union all select from supply_retired_keys where push_key_hash = ${hash} and supplier_id is distinct from ${supplierId}
        limit 1`,
  );
  if (taken) throw new AppError(operationErrors.SUPPLIER_KEY_TAKEN);
}

export type KeyRotation = {
  readonly supplierId: number;
  readonly key: string;
  /** How long pushes with the former key are still taken; 0 = not at all. No key of before is taken longer. */
  readonly overlapHours: number;
  /** After how long we call the agent with the new key; 0 = at once. */
  readonly callsAfterHours: number;
};

/** Replaces a supplier's key; pushes with the new one are taken at once. Throws SUPPLIER_KEY_TAKEN, SUPPLIER_OVERLAP_SHORT. */
export async function rotateKey(tx: Tx, rotation: KeyRotation): Promise<void> {
  const { supplierId, key, overlapHours, callsAfterHours } = rotation;
  if (callsAfterHours > overlapHours) throw new AppError(operationErrors.SUPPLIER_OVERLAP_SHORT);
  await refuseTakenKey(tx, key, supplierId);
  const hash = hashPartnerKey(key);
  const takenUntil = sql`app_now() + make_interval(hours => ${overlapHours})`;
  const callsUntil = sql`app_now() + make_interval(hours => ${callsAfterHours})`;
  // A key that comes back is no former one.
  await execute(
    tx,
    sql`delete from supply_retired_keys
        where supplier_id = ${supplierId} and (push_key_hash = ${hash} or taken_until <= app_now())`,
  );
  await execute(
    tx,
    sql`update supply_retired_keys set taken_until = least(taken_until, ${takenUntil}), calls_until = least(calls_until, ${callsUntil})
        where supplier_id = ${supplierId}`,
  );
  await execute(
    tx,
    sql`insert into supply_retired_keys (push_key_hash, supplier_id, sealed_key, calls_until, taken_until)
        select push_key_hash, id, sealed_key, ${callsUntil}, ${takenUntil} from supply_suppliers where id = ${supplierId}`,
  );
  await execute(
    tx,
    sql`update supply_suppliers set sealed_key = ${seal(key)}, push_key_hash = ${hash}, poll_due_at = app_now()
        where id = ${supplierId}`,
  );
}

/** Removes keys that nobody may use any more. Returns how many. */
export function forgetRetiredKeys(db: Queryable): Promise<number> {
  return execute(db, sql`delete from supply_retired_keys where taken_until <= app_now()`);
}
