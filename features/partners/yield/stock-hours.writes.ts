import sql from "sql-template-tag";
import { keptDays } from "#features/statistics/statistics.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/**
 * Adds the numbers of own stock that are on line to the hours of their country's day; the same hour (UTC) counts once. Returns how many
 * countries were added.
 */
export async function countStockHour(db: Db): Promise<number> {
  return (await one<{ counted: number }>(db, sql`select partners_count_stock_hour() as counted`)).counted;
}

/** Removes hours of days that nobody looks at any more. Returns how many rows. */
export function forgetStockHours(db: Db): Promise<number> {
  return execute(
    db,
    sql`delete from partners_stock_hours where day < (app_now() at time zone 'UTC')::date - ${keptDays}::int`,
  );
}
