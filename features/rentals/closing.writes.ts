import sql from "sql-template-tag";
import type { ClosingPart } from "#features/identity/closing/closing-part.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";

/** Removes messages and calls of rentals before their week has passed. */
async function forget(tx: Tx, userId: UserId): Promise<void> {
  const kept = sql`select id from rentals where user_id = ${userId} and closed_at is not null and forgotten_at is null`;
  await execute(tx, sql`delete from rentals_messages where rental_id in (${kept})`);
  await execute(tx, sql`delete from rentals_calls where rental_id in (${kept})`);
  await execute(
    tx,
    sql`update rentals set forgotten_at = app_now() where user_id = ${userId} and closed_at is not null and forgotten_at is null`,
  );
}

/** What rentals say and do when an account is closed. */
export const rentalClosing: ClosingPart = {
  findHindrances: async (db, userId) => {
    const open = await maybeOne(
      db,
      sql`select 1 from rentals where user_id = ${userId} and closed_at is null limit 1`,
    );
    return open ? ["rentals"] : [];
  },
  forget,
};
