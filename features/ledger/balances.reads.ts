import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What each of these users can spend; who never had money is not in the answer. */
export async function listAvailable(
  db: Queryable,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Kopecks>> {
  const found = await rows<{ user_id: number; available: number }>(db, {
    text: `select user_id, posted_kopecks - held_kopecks as available from ledger_accounts
      where user_id = any ($1::bigint[])`,
    values: [userIds],
  });
  return new Map(found.map((row) => [row.user_id, kopecks(row.available)]));
}
