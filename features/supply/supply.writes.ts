import sql, { raw } from "sql-template-tag";
import { nextState, statesBefore, unanswered } from "#features/supply/attempts/attempts.rules.ts";
import type { FinishOutcome } from "#features/supply/supply.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type NewAttempt = {
  readonly clientId: string;
  readonly activationId: number;
  readonly supplierId: number;
  readonly offerId: number;
  /** When the attempt is looked into if nobody has recorded its end by then. */
  readonly resolveAfterMs: number;
};

/** Records that a supplier is about to be asked, before it is asked. */
export async function startAttempt(db: Queryable, attempt: NewAttempt): Promise<void> {
  await execute(
    db,
    sql`insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, resolve_at)
        values (${attempt.clientId}, ${attempt.activationId}, ${attempt.supplierId}, ${attempt.offerId},
          app_now() + ${attempt.resolveAfterMs} * interval '1 millisecond')`,
  );
}

/** Records the end of an attempt that brought no number. An attempt that has one is left alone. */
export async function endAttempt(
  db: Queryable,
  clientId: string,
  event: "find_none" | "give_up",
  error: string | null,
): Promise<void> {
  await execute(
    db,
    sql`update supply_attempts set state = ${nextState("calling", event)}, error = ${error}, ended_at = app_now(), resolve_at = null
        where client_id = ${clientId} and state in (${raw(stateList(unanswered))})`,
  );
}

/** The supplier's answer is lost or late; it is looked into again after `resolveAfterMs`. */
export async function markUnknown(
  db: Queryable,
  clientId: string,
  error: string,
  resolveAfterMs: number,
): Promise<void> {
  await execute(
    db,
    sql`update supply_attempts set state = 'unknown', error = ${error},
          resolve_at = app_now() + ${resolveAfterMs} * interval '1 millisecond'
        where client_id = ${clientId} and state in (${raw(stateList(unanswered))})`,
  );
}

/**
 * Records a number and decides whether it is kept. `released` means that FINISH 4 is on its way: the number must not
 * be used. One activation keeps at most one number, whoever calls how often. `taken`: this activation of an upstream belongs to another
 * attempt; nothing was recorded. `costKopecks`: what the supplier took, where it says so.
 */
export async function settleNumber(
  db: Queryable,
  given: {
    clientId: string;
    number: bigint;
    supplierRef: bigint;
    costKopecks: Kopecks | null;
    keep: boolean;
  },
): Promise<"number" | "released" | "taken"> {
  const { verdict } = await one<{ verdict: "number" | "released" | "taken" }>(
    db,
    sql`select supply_settle_number(${given.clientId}, ${given.number}, ${given.supplierRef}, ${given.costKopecks}, ${given.keep},
          ${statesBefore("keep_number")}) as verdict`,
  );
  return verdict;
}

/** The number by which an agent's activation is known here: its own id, or one that stands for its word. */
export async function numberReference(
  db: Queryable,
  supplierId: number,
  reference: bigint | string,
): Promise<bigint> {
  if (typeof reference === "bigint") return reference;
  const { id } = await one<{ id: string }>(
    db,
    // An update that changes nothing is what returns the row that is there.
    sql`insert into supply_references (supplier_id, reference) values (${supplierId}, ${reference})
        on conflict (supplier_id, reference) do update set reference = excluded.reference
        returning id::text`,
  );
  return BigInt(id);
}

/**
 * For an order that ends without having taken a number ("failed"): gives back what an attempt may have brought and
 * whatever still comes. Call it in the transaction that ends the order.
 */
export async function abandonAttempts(tx: Tx, activationId: number): Promise<void> {
  await execute(tx, sql`select supply_abandon_attempts(${activationId})`);
}

/** Owes the supplier a FINISH_ACTIVATION. Once per outcome, however often it is called. */
export async function enqueueFinish(
  db: Queryable,
  finish: {
    supplierId: number;
    supplierRef: number | bigint;
    outcome: FinishOutcome;
    activationId: number | null;
  },
): Promise<void> {
  await execute(
    db,
    sql`select supply_enqueue_finish(${finish.supplierId}, ${finish.supplierRef}, ${finish.outcome}, ${finish.activationId})`,
  );
}

/** Counts the stock of these own offers again. Answers the offers whose count changed. Duplicates are fine. */
export async function recountOffers(db: Queryable, offerIds: readonly number[]): Promise<number[]> {
  if (offerIds.length === 0) return [];
  const ids = [...new Set(offerIds)];
  return (await rows<{ id: number }>(db, sql`select supply_recount_offers(${ids}::integer[]) as id`)).map(
    ({ id }) => id,
  );
}

export type ReportedOffer = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly operator: string;
  readonly count: number;
  /** What an upstream asks for it; left out, it costs what is set here. */
  readonly costKopecks?: Kopecks;
};

/**
 * Writes what an agent says it has: new offers appear, counts follow, offers it no longer names become 0. Only what
 * differs is written. An offer without a cost, or one that the supplier may not sell, is left out.
 */
export async function recordOffers(
  tx: Tx,
  supplierId: number,
  offers: readonly ReportedOffer[],
): Promise<number> {
  const services = offers.map(({ serviceId }) => serviceId);
  const countries = offers.map(({ countryId }) => countryId);
  const operators = offers.map(({ operator }) => operator);
  const counts = offers.map(({ count }) => count);
  const costs = offers.map(({ costKopecks }) => costKopecks ?? null);
  const changed = await execute(
    tx,
    sql`with reported as (
          select r.service_id, r.country_id, r.operator, least(sum(r.count), 2147483647)::integer as count, max(r.cost) as cost
          from unnest(${services}::integer[], ${countries}::integer[], ${operators}::text[], ${counts}::integer[], ${costs}::bigint[])
            as r(service_id, country_id, operator, count, cost)
          group by 1, 2, 3
        )
        insert into supply_offers (supplier_id, service_id, country_id, operator, claimed_count, cost_kopecks)
        select s.id, r.service_id, r.country_id, r.operator, r.count, coalesce(r.cost, p.cost_kopecks, s.default_cost_kopecks)
        from reported r
        join supply_suppliers s on s.id = ${supplierId} and supply_may_sell(s, r.service_id, r.country_id, r.operator)
        left join supply_prices p on p.supplier_id = ${supplierId} and p.service_id = r.service_id and p.country_id = r.country_id
        left join supply_offers known on known.supplier_id = ${supplierId} and known.service_id = r.service_id
          and known.country_id = r.country_id and known.operator = r.operator
        where coalesce(r.cost, p.cost_kopecks, s.default_cost_kopecks) is not null
          and (known.claimed_count is distinct from r.count
            or known.cost_kopecks is distinct from coalesce(r.cost, p.cost_kopecks, s.default_cost_kopecks))
        order by r.service_id, r.country_id, r.operator
        on conflict (supplier_id, service_id, country_id, operator) do update
          set claimed_count = excluded.claimed_count, cost_kopecks = excluded.cost_kopecks, reported_at = app_now()`,
  );
  const vanished = await execute(
    tx,
    sql`update supply_offers o set claimed_count = 0, reported_at = app_now()
        where o.supplier_id = ${supplierId} and o.claimed_count > 0 and not exists (
          select from unnest(${services}::integer[], ${countries}::integer[], ${operators}::text[])
            as r(service_id, country_id, operator)
          where r.service_id = o.service_id and r.country_id = o.country_id and r.operator = o.operator)`,
  );
  return changed + vanished;
}

/** Stops or starts a supplier's sale. SMS for numbers that it has already lent are taken all the same. */
export async function switchSupplier(tx: Tx, supplierId: number, enabled: boolean): Promise<void> {
  await execute(tx, sql`update supply_suppliers set enabled = ${enabled} where id = ${supplierId}`);
}
