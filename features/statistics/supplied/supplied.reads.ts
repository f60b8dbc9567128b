import sql, { empty, join, raw, type Sql } from "sql-template-tag";
import {
  noSuppliedCounts,
  type SuppliedCounts,
  type SuppliedExtentKind,
  type SuppliedGrouping,
  type SuppliedKind,
  suppliedKinds,
  suppliedLimits,
} from "#features/statistics/supplied/supplied.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Which orders of a supplier are added up: days (UTC), both included. */
export type SuppliedExtent = {
  readonly supplierId: number;
  readonly kind: SuppliedExtentKind;
  readonly from: string;
  readonly to: string;
};

/** Figures by a key: a day as 2026-11-30, the id of a service or a country, an operator's token. */
export type SuppliedFigures = {
  readonly total: SuppliedCounts;
  readonly byDay: ReadonlyMap<string, SuppliedCounts>;
  readonly byKey: ReadonlyMap<string, SuppliedCounts>;
};

type Row = Omit<SuppliedCounts, "waiting"> & {
  part: "total" | "day" | "group";
  key: string | null;
  ended: number;
};

/** What became of the orders on a supplier's numbers, up to this moment. An order counts on its own day, whenever its code came. */
export async function sumSupplied(
  db: Queryable,
  extent: SuppliedExtent,
  by: SuppliedGrouping,
): Promise<SuppliedFigures> {
  const found = await rows<Row>(db, suppliedStatement(extent, by));
  const partOf = (part: Row["part"]) =>
    new Map(found.filter((row) => row.part === part).map((row) => [row.key ?? "", countsOf(row)]));
  return { total: partOf("total").get("") ?? noSuppliedCounts, byDay: partOf("day"), byKey: partOf("group") };
}

function countsOf({ part: _part, key: _key, ended, ...row }: Row): SuppliedCounts {
  return { ...row, waiting: row.requests - ended };
}

const keyColumns: Readonly<Record<SuppliedGrouping, Sql>> = {
  day: sql`to_char(f.day, 'YYYY-MM-DD')`,
  service: sql`f.service_id::text`,
  country: sql`f.country_id::text`,
  operator: sql`f.operator`,
};

/**
 * One statement, so that what the sweep has counted and what it has not yet are read at the same moment: nothing is missing and nothing
 * counts twice. Exported for the test of its plan.
 */
export function suppliedStatement(extent: SuppliedExtent, by: SuppliedGrouping): Sql {
  return sql`with fact as materialized (${factsOf(extent)}),
    cell as materialized (
      select k.part, k.key, f.* from fact f cross join lateral (
        values ('total', null), ('day', ${keyColumns.day}), ('group', ${keyColumns[by]})) k(part, key)
    ), waited as (
      select c.part, c.key, w.seconds::integer as seconds, sum(w.codes::bigint) as codes
      from cell c cross join lateral jsonb_each_text(c.waits) w(seconds, codes) group by 1, 2, 3
    ), ranked as (
      select w.*, sum(codes) over (up order by seconds) as up_to, sum(codes) over up as everything
      from waited w window up as (partition by part, key)
    ), median as (
      select part, key, min(seconds) as seconds from ranked where up_to * 2 >= everything group by 1, 2
    ), summed as (
      select part, key, sum(requests)::bigint as requests, sum(ended)::bigint as ended, sum(codes)::bigint as codes,
        sum(sms)::bigint as sms, sum(cancelled)::bigint as cancelled, sum(reported)::bigint as reported, sum(share)::bigint as share
      from cell group by 1, 2
    )
    select s.part, s.key, s.requests, s.ended, s.codes, s.sms, s.cancelled, s.reported, s.share as "shareKopecks",
      m.seconds as "medianSeconds"
    from summed s left join median m on m.part = s.part and coalesce(m.key, '') = coalesce(s.key, '')`;
}

/** `ended`: no longer waits for its first SMS. */
function factsOf({ supplierId, kind, from, to }: SuppliedExtent): Sql {
  const inPeriod = sql`day between ${from}::date and ${to}::date`;
  const kinds = suppliedKinds.filter((one) => kind === "all" || one === kind);
  return join(
    [
      sql`select day, service_id, country_id, operator, requests, requests as ended, codes, sms,
            cancelled + expired + reported as cancelled, reported, share_kopecks as share, waits
          from statistics_supplied where supplier_id = ${supplierId} and ${inPeriod}
            ${kind === "all" ? empty : sql`and kind = ${kind}`}`,
      ...kinds.map((one) => singles(sql`${suppliedOrders(one, supplierId)} and ${inPeriod}`)),
    ],
    " union all ",
  );
}

function singles(source: Sql): Sql {
  return sql`select day, service_id, country_id, operator, 1, (not is_running or codes > 0)::integer, codes, sms, cancelled + expired + reported, reported,
      share_kopecks, case when wait_seconds is null then '{}' else jsonb_build_object(wait_seconds, 1) end
    from ${source}`;
}

/** The supplier's orders that the sums do not hold yet: those that ran when the sweep saw them, and those that it has not seen. */
function suppliedOrders(kind: SuppliedKind, supplierId: number): Sql {
  const view = raw(`statistics_supplied_${kind}s`);
  return sql`(
      select s.* from statistics_supplied_orders o
        cross join lateral (select * from ${view} s where s.order_id = o.order_id offset 0) s
        where o.supplier_id = ${supplierId} and o.kind = ${kind} and o.is_running
      union all
      select * from ${unseenBySweep(kind)} s where s.supplier_id = ${supplierId}
    ) single where true`;
}

/** Orders of everybody that the sweep has not come to: by their ids, the newest so many, whatever the planner thinks of their number. */
export function unseenBySweep(kind: SuppliedKind): Sql {
  return sql`(select * from ${raw(`statistics_supplied_${kind}s`)}
    where order_id > (select ${raw(`last_${kind}_id`)} from statistics_supplied_progress)
    order by order_id desc limit ${suppliedLimits.uncounted})`;
}
