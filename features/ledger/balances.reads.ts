import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
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

/** What all wallets together hold: open orders, and the money on hold in kopecks (that of withdrawals under way included). */
export function readOpenHolds(db: Queryable): Promise<{ orders: number; kopecks: number }> {
  return one(db, {
    text: `select coalesce(sum(open_orders), 0)::bigint as orders, coalesce(sum(held_kopecks), 0)::bigint as kopecks
      from ledger_accounts where kind = 'user'`,
    values: [],
  });
}
