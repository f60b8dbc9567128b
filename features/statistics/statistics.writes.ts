import sql from "sql-template-tag";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/**
 * Counts the next orders that have ended into the days' figures, each once. Answers how many were looked at; fewer than
 * `limit` means that it has caught up, or that another worker is at it.
 */
export async function countOrders(db: Db, limit: number): Promise<number> {
  return (await one<{ seen: number }>(db, sql`select statistics_count_orders(${limit}) as seen`)).seen;
}

/** Removes figures of days that no list looks at any more. */
export async function forgetOldDays(db: Db, keptDays: number): Promise<number> {
  await execute(
    db,
    sql`delete from statistics_day_waits where day < (app_now() at time zone 'UTC')::date - ${keptDays}::int`,
  );
  await execute(
    db,
    sql`delete from statistics_cost_days where day < (app_now() at time zone 'UTC')::date - ${metricDays}::int`,
  );
  await execute(db, sql`delete from statistics_supplier_hours where hour < app_now() - interval '2 days'`);
  return execute(
    db,
    sql`delete from statistics_days where day < (app_now() at time zone 'UTC')::date - ${keptDays}::int`,
  );
}
