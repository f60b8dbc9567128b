import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute, maybeOne } from "#lib/db/query.ts";

/**
 * Removes what the person's accounts say, with the keys that it could be read by, and the words of the claims. That they were sold and
 * claimed stays. A claim that waits is decided first: its refund would have nowhere to go.
 */
export const readyAccountClosing: ClosingPart = {
  findHindrances: async (db, userId) => {
    const open = await maybeOne(
      db,
      sql`select 1 from ready_accounts_claims where user_id = ${userId} and state = 'open' limit 1`,
    );
    return open ? ["claims"] : [];
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
  },
};
