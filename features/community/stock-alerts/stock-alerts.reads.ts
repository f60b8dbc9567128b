import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Goods that people wait for: a service, a country, or one in the other; null = any. */
export type AwaitedGoods = {
  readonly serviceId: number | null;
  readonly countryId: number | null;
  /** How many people wait. */
  readonly count: number;
  /** The first of them since. */
  readonly since: Date;
};

/** What has no numbers and is waited for, by how many; most wanted first. Who waits is not told. */
export function listAwaitedGoods(db: Queryable, limit: number): Promise<AwaitedGoods[]> {
  return rows<AwaitedGoods>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", count(*)::int as count, min(created_at) as since
        from community_stock_alerts where told_at is null
        group by service_id, country_id order by count(*) desc, min(created_at), service_id, country_id limit ${limit}`,
  );
}
