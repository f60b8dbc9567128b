import sql from "sql-template-tag";
import { banBuyer } from "#features/activations/limits/limits.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Orders that accounts of tests may have open, where the limit is not what is looked at. */
export const NO_OPEN_LIMIT = 100_000;

/** Lets an account have so many orders open as if the staff had said so; null: only what it has earned. */
export async function givenOpenMax(db: Db, userId: number, openMax: number | null): Promise<void> {
  await execute(
    db,
    sql`insert into activations_standings (user_id, earned_max, granted_max) values (${userId}, 10, ${openMax})
        on conflict (user_id) do update set granted_max = excluded.granted_max`,
  );
}

/** Has the staff ban an account from buying. */
export async function givenStaffBan(db: Db, userId: number, minutes = 60): Promise<void> {
  const staffId = 7;
  await withTransaction(db, async (tx) => {
    await banBuyer(tx, { userId, minutes, note: "asked to", staffId });
    await recordAction(tx, { actorId: staffId, action: "buyer.ban", subject: `user:${userId}`, details: {} });
  });
}
