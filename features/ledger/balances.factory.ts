import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Puts so much into a wallet; `reference` names the transfer, and no other may carry it. Nothing happens for 0. */
export async function givenBalance(
  db: Db,
  userId: number,
  balanceKopecks: number,
  reference: string,
): Promise<void> {
  if (balanceKopecks === 0) return;
  await execute(
    db,
    sql`select * from ledger_move('demo_credit', ${userId}, 'main', ${balanceKopecks}, ${`test:${reference}`}, 'test')`,
  );
}
