import sql from "sql-template-tag";
import { findCompleteId } from "#features/ledger/complete-transfers.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/**
 * Adds the ledger's next transfers to the figures of the business, each once. Returns how many were looked at; fewer than `limit` means
 * that it has caught up, that another worker is at it, or that somebody has been writing transfers for too long to wait.
 */
export async function countBusiness(db: Db, limit: number): Promise<number> {
  const toId = await findCompleteId(db);
  if (toId === null) return 0;
  return (await one<{ seen: number }>(db, sql`select statistics_count_business(${toId}, ${limit}) as seen`))
    .seen;
}
