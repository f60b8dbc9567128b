import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** What these sellers' stores are called, by the seller's id. */
export async function listStoreNames(
  db: Queryable,
  sellerIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const found = await rows<{ sellerId: number; name: string }>(
    db,
    sql`select user_id as "sellerId", name from stores_stores where user_id = any (${[...sellerIds]}::bigint[])`,
  );
  return new Map(found.map(({ sellerId, name }) => [sellerId, name]));
}
