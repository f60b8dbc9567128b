import sql from "sql-template-tag";
import type { Tx } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/**
 * Takes a partner's numbers off sale until the partner puts them on sale again; reports change nothing of that, running orders go on.
 * Numbers of others are left alone. Returns how many were taken off.
 */
export async function holdNumbers(tx: Tx, supplierId: number, numbers: readonly number[]): Promise<number> {
  const held = await one<{ count: number }>(
    tx,
    sql`select supply_hold_numbers(${supplierId}, ${[...numbers]}::bigint[]) as count`,
  );
  return held.count;
}

/** Puts numbers that their partner took off sale on sale again. Returns how many. */
export async function releaseNumbers(
  tx: Tx,
  supplierId: number,
  numbers: readonly number[],
): Promise<number> {
  const released = await one<{ count: number }>(
    tx,
    sql`select supply_release_numbers(${supplierId}, ${[...numbers]}::bigint[]) as count`,
  );
  return released.count;
}
