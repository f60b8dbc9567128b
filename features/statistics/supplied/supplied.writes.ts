import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/**
 * Adds the next orders that have ended to the figures of the partners whose numbers they had, each once, and looks again at those that
 * were still running. Answers how many were looked at for the first time (of two kinds, `limit` of each at most); 0 also when another
 * worker is at it.
 */
export async function countSupplied(db: Db, limit: number): Promise<number> {
  return (await one<{ seen: number }>(db, sql`select statistics_count_supplied(${limit}) as seen`)).seen;
}
