import sql, { empty, raw, type Sql } from "sql-template-tag";
import { unseenBySweep } from "#features/statistics/supplied/supplied.reads.ts";
import {
  type SuppliedKind,
  type SuppliedStatus,
  statesOfStatus,
  suppliedLimits,
} from "#features/statistics/supplied/supplied.rules.ts";
import { listOfferedSubjects } from "#features/supply/offered-subjects.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** An order on a supplier's number: nothing of who bought it, nothing of what its SMS said. */
export type SuppliedOrder = {
  readonly id: number;
  readonly requestedAt: Date;
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly number: string;
  readonly state: string;
  /** SMS that came in time. */
  readonly sms: number;
  /** What the supplier was given of the charge. */
  readonly shareKopecks: number;
  /** From the number to its first SMS; null without one. */
  readonly waitSeconds: number | null;
};

export type SuppliedFilter = {
  readonly kind: SuppliedKind;
  readonly status: SuppliedStatus | null;
  readonly serviceId: number | null;
  readonly countryId: number | null;
  /** Digits somewhere in the number. */
  readonly digits: string | null;
  /** Days (UTC), both included. */
  readonly from: string | null;
  readonly to: string | null;
};

type Found = Omit<SuppliedOrder, "requestedAt"> & { requestedAt: string };
type Stretch = { looked: number; last: number | null; found: Found[] };

/**
 * A supplier's orders below `beforeId`, newest first, `limit` at most. `nextBeforeId` is where the next page begins, null at the end of
 * all; a page of a narrow filter may hold less than `limit` (even nothing) and go on.
 */
export async function listSuppliedOrders(
  db: Queryable,
  supplierId: number,
  filter: SuppliedFilter,
  { beforeId, limit }: { beforeId: number | null; limit: number },
): Promise<{ orders: SuppliedOrder[]; nextBeforeId: number | null }> {
  const orders: SuppliedOrder[] = [];
  let below = beforeId;
  for (let stretch = 0; stretch < suppliedLimits.stretchesPerPage; stretch += 1) {
    const wanted = limit - orders.length;
    const { looked, last, found } = await one<Stretch>(
      db,
      suppliedOrdersStatement(supplierId, filter, { below, limit: wanted + 1 }),
    );
    orders.push(...found.slice(0, wanted).map((row) => ({ ...row, requestedAt: new Date(row.requestedAt) })));
    if (found.length > wanted) return { orders, nextBeforeId: orders.at(-1)?.id ?? null };
    if (looked < suppliedLimits.lookedThrough) return { orders, nextBeforeId: null };
    below = last;
  }
  return { orders, nextBeforeId: below };
}

/** Looks through one stretch of the supplier's orders. Exported for the test of its plan. */
export function suppliedOrdersStatement(
  supplierId: number,
  filter: SuppliedFilter,
  { below, limit }: { below: number | null; limit: number },
): Sql {
  const { kind, from, to } = filter;
  const ids = idBounds(kind, from, to);
  const within = sql`order_id < ${below ?? Number.MAX_SAFE_INTEGER} ${ids}`;
  return sql`with listed as (
      select order_id from statistics_supplied_orders
      where supplier_id = ${supplierId} and kind = ${kind} and ${within} order by order_id desc limit ${suppliedLimits.lookedThrough}
    ), looked as materialized (
      select order_id from (
        select order_id from listed
        union all
        select order_id from ${unseenBySweep(kind)} unseen where supplier_id = ${supplierId} and ${within}
      ) either order by order_id desc limit ${suppliedLimits.lookedThrough}
    ), found as (
      select s.order_id as id, s.requested_at as "requestedAt", s.service_id as "serviceId", s.country_id as "countryId", s.operator,
        s.number::text as number, s.state, s.sms, s.share_kopecks as "shareKopecks", s.wait_seconds as "waitSeconds"
      from looked cross join lateral (
        select * from ${raw(`statistics_supplied_${kind}s`)} where order_id = looked.order_id offset 0) s
      where s.supplier_id = ${supplierId} ${conditions(filter)}
      order by s.order_id desc limit ${limit}
    )
    select (select count(*)::int from looked) as looked, (select min(order_id) from looked) as last,
      coalesce((select jsonb_agg(to_jsonb(found) order by id desc) from found), '[]') as found`;
}

function conditions({ kind, status, serviceId, countryId, digits, from, to }: SuppliedFilter): Sql {
  const states = status && [...statesOfStatus[kind][status]];
  return sql`${states ? sql`and s.state = any (${states}::text[])` : empty}
    ${serviceId === null ? empty : sql`and s.service_id = ${serviceId}`}
    ${countryId === null ? empty : sql`and s.country_id = ${countryId}`}
    ${digits === null ? empty : sql`and s.number::text like ${`%${digits}%`}`}
    ${from === null ? empty : sql`and s.day >= ${from}::date`} ${to === null ? empty : sql`and s.day <= ${to}::date`}`;
}

/** Ids grow with time but for seconds, so days are found by halving; rentals are few enough to be looked through. */
function idBounds(kind: SuppliedKind, from: string | null, to: string | null): Sql {
  if (kind === "rental") return empty;
  const idAt = (at: Sql) => sql`(select activations_first_id_at(${at}))`;
  const first = sql`${from}::date::timestamp at time zone 'UTC' - interval '1 minute'`;
  const end = sql`(${to}::date + 1)::timestamp at time zone 'UTC' + interval '1 minute'`;
  return sql`${from === null ? empty : sql`and order_id >= coalesce(${idAt(first)}, 9223372036854775807)`}
    ${to === null ? empty : sql`and order_id < coalesce(${idAt(end)}, 9223372036854775807)`}`;
}

/** Services (0 = whole numbers) and countries in which a supplier has, or ever had, something to sell; without an order of their own. */
export async function listSuppliedSubjects(
  db: Queryable,
  supplierId: number,
): Promise<{ serviceIds: number[]; countryIds: number[] }> {
  const offered = await listOfferedSubjects(db, supplierId);
  const supplied = await one<{ serviceIds: number[]; countryIds: number[] }>(
    db,
    sql`select coalesce(array_agg(distinct service_id), '{}') as "serviceIds",
          coalesce(array_agg(distinct country_id), '{}') as "countryIds"
        from statistics_supplied where supplier_id = ${supplierId}`,
  );
  return {
    serviceIds: inOrder(offered.serviceIds, supplied.serviceIds),
    countryIds: inOrder(offered.countryIds, supplied.countryIds),
  };
}

function inOrder(...ids: readonly (readonly number[])[]): number[] {
  return [...new Set(ids.flat())].sort((a, b) => a - b);
}
