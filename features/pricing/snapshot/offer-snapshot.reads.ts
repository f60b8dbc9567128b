import sql from "sql-template-tag";
import {
  emptySnapshot,
  type OfferSnapshot,
  type SnapshotRow,
  withRows,
} from "#features/pricing/snapshot/offer-snapshot.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** With the policy's own two seconds a kill switch still acts within five. */
const KEPT_MS = 2_000;

/**
 * Every offer, in this process's memory. It is read whole once; after that only what has changed comes from the database, so
 * that long lists cost as much as changes do. At most two seconds old.
 */
export const offerSnapshot = defineSnapshot<OfferSnapshot>({
  name: "pricing offers",
  softMs: 1_000,
  hardMs: KEPT_MS,
  load: async (db, previous) => {
    if (previous !== null) {
      const answer = await ask(db, previous.readAt);
      const snapshot = withRows(previous, toRows(answer.columns), answer.readAt);
      // A row that went, or one that changed under an older date, would be missing: then all of them are read.
      if (snapshot.byId.size === answer.size && snapshot.mark === answer.mark) return snapshot;
    }
    const answer = await ask(db, null);
    return withRows(emptySnapshot, toRows(answer.columns), answer.readAt);
  },
});

type Columns = readonly [
  ids: readonly number[],
  services: readonly number[],
  countries: readonly number[],
  suppliers: readonly number[],
  retails: readonly number[],
  wholesales: readonly number[],
  costs: readonly number[],
  counts: readonly number[],
  healthy: readonly number[],
  apiOnly: readonly number[],
  proven: readonly number[],
];
type SnapshotAnswer = { size: number; mark: number; readAt: string; columns: Columns | null };

/**
 * Offers that changed since a little before `since` (null = all; no statement that changes them takes ten seconds), as columns: a tenth of what as many rows would cost to read.
 * Mark and size are those of all offers at the same moment.
 */
function ask(db: Db, since: string | null): Promise<SnapshotAnswer> {
  return one<SnapshotAnswer>(
    db,
    sql`select all_of.size, all_of.mark, app_now()::text as "readAt", changed.columns
        from (select count(*) as size, coalesce(sum((id % 9973 + 1)::bigint * ((count + retail_kopecks * 3 + wholesale_kopecks * 7 + supplier_id::bigint * 11
              + healthy::integer * 13 + api_only::integer * 17 + service_id::bigint * 19 + country_id::bigint * 23
              + cost_kopecks * 29 + least(proven_count, count) * 31::bigint) % 1000003)
              % 1000003), 0)::bigint as mark
          from pricing_offers) all_of,
          (select json_build_array(json_agg(id), json_agg(service_id), json_agg(country_id), json_agg(supplier_id),
              json_agg(retail_kopecks), json_agg(wholesale_kopecks), json_agg(cost_kopecks), json_agg(count),
              json_agg(healthy::integer), json_agg(api_only::integer),
              json_agg(least(proven_count, count))) as columns
          from pricing_offers
          where ${since}::timestamptz is null or updated_at > ${since}::timestamptz - interval '10 seconds') changed`,
  );
}

function toRows(columns: Columns | null): SnapshotRow[] {
  const [ids, services, countries, suppliers, retails, wholesales, costs, counts, healthy, apiOnly, proven] =
    columns ?? [];
  // Nothing changed: json_agg of no rows is null.
  return (ids ?? []).map((id, at) => ({
    id,
    serviceId: services?.[at] as number,
    countryId: countries?.[at] as number,
    supplierId: suppliers?.[at] as number,
    retailKopecks: kopecks(retails?.[at] as number),
    wholesaleKopecks: kopecks(wholesales?.[at] as number),
    costKopecks: kopecks(costs?.[at] as number),
    count: counts?.[at] as number,
    provenCount: proven?.[at] as number,
    healthy: healthy?.[at] === 1,
    apiOnly: apiOnly?.[at] === 1,
  }));
}
