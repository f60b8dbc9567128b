import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import { execute } from "#lib/db/query.ts";

/** Removes what the person's accounts say, with the keys that it could be read by. That they were sold stays. */
export const readyAccountClosing: ClosingPart = {
  forget: async (tx, userId) => {
    await execute(
      tx,
      sql`update ready_accounts_units set sealed_key = null, sealed_text = null, erased_at = app_now()
          where state = 'sold' and erased_at is null and id in (
            select i.unit_id from ready_accounts_items i join ready_accounts_orders r on r.id = i.order_id
            where r.user_id = ${userId} and i.released_at is null)`,
    );
  },
};
