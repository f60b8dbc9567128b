import sql from "sql-template-tag";
import { listSuppliersOf } from "#features/pricing/routing/routing.reads.ts";
import { setRouting } from "#features/pricing/routing/routing.writes.ts";
import { countHistories } from "#features/statistics/routing/routing.reads.ts";
import { rateSupplies, routingOf, type SupplyWorth } from "#features/statistics/routing/routing.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";

/**
 * Judges the suppliers of everything that was bought or asked for in the last ROUTING_DAYS anew, and hands the price list what purchases
 * by worth go by. Doing it twice, or by two workers at once, comes to the same. Answers how many rows changed.
 */
export async function rateRouting(db: Db): Promise<number> {
  const histories = await countHistories(db, env.ROUTING_DAYS);
  const suppliers = await listSuppliersOf(db, histories);
  const worths = rateSupplies(withNewcomers(histories, suppliers), {
    priorOrders: env.ROUTING_PRIOR_ORDERS,
    trialAttempts: env.ROUTING_TRIAL_ATTEMPTS,
  });
  return withTransaction(db, async (tx) => {
    const changed = await keepWorths(tx, worths);
    const routings = worths.map((worth) => ({ ...worth, ...routingOf(worth, env.ROUTING_MINUTE_KOPECKS) }));
    return changed + (await setRouting(tx, routings));
  });
}

type History = Awaited<ReturnType<typeof countHistories>>[number];
type Supplier = Awaited<ReturnType<typeof listSuppliersOf>>[number];

const unknown = { orders: 0, codes: 0, timed: 0, waitedSeconds: 0, asked: 0, refused: 0 } as const;

/** All who have such goods in the price list: those without a history get one of nothing. Who has left it counts for the means only. */
function withNewcomers(histories: readonly History[], suppliers: readonly Supplier[]) {
  const nameOf = ({ serviceId, countryId, supplierId }: Supplier | History) =>
    `${serviceId}:${countryId}:${supplierId}`;
  const known = new Map(histories.map((history) => [nameOf(history), history]));
  const listed = new Set(suppliers.map(nameOf));
  const gone = histories.filter((history) => !listed.has(nameOf(history)));
  return [
    ...suppliers.map((supplier) => ({ ...unknown, ...known.get(nameOf(supplier)), ...supplier })),
    ...gone.map((history) => ({ ...history, isOwn: false })),
  ];
}

async function keepWorths(tx: Queryable, worths: readonly SupplyWorth[]): Promise<number> {
  const column = <K extends keyof SupplyWorth>(name: K) => worths.map((worth) => worth[name]);
  const now = sql`unnest(${column("serviceId")}::integer[], ${column("countryId")}::integer[], ${column("supplierId")}::integer[],
      ${column("orders")}::integer[], ${column("codes")}::integer[], ${column("refused")}::integer[], ${column("chancePercent")}::integer[],
      ${column("waitSeconds")}::integer[], ${column("isTrial")}::boolean[])
    as n(service_id, country_id, supplier_id, orders, codes, refused, chance_percent, wait_seconds, is_trial)`;
  const removed = await execute(
    tx,
    sql`delete from statistics_routing r where not exists (
          select from ${now} where (n.service_id, n.country_id, n.supplier_id) = (r.service_id, r.country_id, r.supplier_id))`,
  );
  const kept = await execute(
    tx,
    sql`insert into statistics_routing as r (service_id, country_id, supplier_id, orders, codes, refused, chance_percent, wait_seconds,
            is_trial)
          select n.* from ${now} order by 1, 2, 3
          on conflict (service_id, country_id, supplier_id) do update set orders = excluded.orders, codes = excluded.codes,
            refused = excluded.refused, chance_percent = excluded.chance_percent, wait_seconds = excluded.wait_seconds,
            is_trial = excluded.is_trial
          where (r.orders, r.codes, r.refused, r.chance_percent, r.wait_seconds, r.is_trial) is distinct from
            (excluded.orders, excluded.codes, excluded.refused, excluded.chance_percent, excluded.wait_seconds, excluded.is_trial)`,
  );
  return removed + kept;
}
