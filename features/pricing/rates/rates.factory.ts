import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** What a dollar costs from now on, in roubles as a decimal text. Owner only. */
export async function givenRate(owner: Db, rubPerUsd: string): Promise<void> {
  await execute(owner, sql`update pricing_usd_rates set rub_per_usd = ${rubPerUsd}::numeric`);
}
