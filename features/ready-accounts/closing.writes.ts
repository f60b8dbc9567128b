import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { withdrawStock } from "#features/ready-accounts/stock/stock.writes.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";

/**
 * Removes what the person's accounts say, with the keys that it could be read by, and the words of the claims. That they were sold and
 * claimed stays. A claim that waits is decided first: its refund would have nowhere to go. What a store earned is paid first;
 * what it has not sold goes.
 */
export const readyAccountClosing: ClosingPart = {
  findHindrances: async (db, userId) => {
    const open = await maybeOne(
      db,
      sql`select 1 from ready_accounts_claims where user_id = ${userId} and state = 'open' limit 1`,
    );
    const pending = await maybeOne(
      db,
      sql`select 1 from ready_accounts_earnings where seller_id = ${userId} and state = 'pending' limit 1`,
    );
    return [...(open ? (["claims"] as const) : []), ...(pending ? (["earnings"] as const) : [])];
  },
  forget: async (tx, userId) => {
    await execute(
      tx,
      sql`update ready_accounts_units set sealed_key = null, sealed_text = null, erased_at = app_now()
          where state = 'sold' and erased_at is null and id in (
            select i.unit_id from ready_accounts_items i join ready_accounts_orders r on r.id = i.order_id
            where r.user_id = ${userId} and i.released_at is null
            union all select c.replacement_unit_id from ready_accounts_claims c where c.user_id = ${userId})`,
    );
    await execute(
      tx,
      sql`update ready_accounts_claims set text = null where user_id = ${userId} and text is not null`,
    );
    await forgetSeller(tx, userId);
  },
};

/** What a former store has in stock goes off sale for good, and what it said about its offers goes too. */
async function forgetSeller(tx: Tx, userId: number): Promise<void> {
  const offers = await rows<{ id: number }>(
    tx,
    sql`select id from ready_accounts_offers where seller_id = ${userId} order by id`,
  );
  for (const { id } of offers) await withdrawStock(tx, id);
  await execute(
    tx,
    sql`update ready_accounts_offers set provenance = null where seller_id = ${userId} and provenance is not null`,
  );
}
