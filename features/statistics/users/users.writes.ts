import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/**
 * Adds the next purchases that have ended to their buyers' figures, each once, and looks again at those that were still running. Answers
 * how many were looked at for the first time (of four kinds, `limit` of each at most); 0 also when another worker is at it.
 */
export async function countPurchases(db: Db, limit: number): Promise<number> {
  return (await one<{ seen: number }>(db, sql`select statistics_count_purchases(${limit}) as seen`)).seen;
}
