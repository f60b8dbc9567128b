import sql, { raw } from "sql-template-tag";
import { toldOfStock } from "#features/supply/attempts/attempts.rules.ts";
import { limits } from "#features/supply/supply.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/**
 * Takes the agent or upstream that is longest due to be asked for its stock, if any, and moves its next time ahead: an upstream's twice as
 * far, since its list is that of a whole shop.
 */
export async function claimPoll(db: Queryable, pauseMs: number): Promise<number | null> {
  const row = await maybeOne<{ id: number }>(
    db,
    sql`update supply_suppliers
        set poll_due_at = app_now() + ${pauseMs} * case kind when 'upstream' then 2 else 1 end * interval '1 millisecond'
        where id = (
          select id from supply_suppliers where kind <> 'own' and enabled and poll_due_at <= app_now()
          order by poll_due_at limit 1 for update skip locked)
        returning id`,
  );
  return row?.id ?? null;
}

/** The supplier answered (a poll, or a call of its own). Written at most every few seconds. */
export async function recordContact(db: Queryable, supplierId: number): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers set last_success_at = app_now(), circuit_state = 'closed', last_error = null
        where id = ${supplierId}
          and (last_success_at is null or last_success_at < app_now() - interval '5 seconds' or circuit_state <> 'closed')`,
  );
}

/** The supplier said something in types that are not the protocol's, and was understood. Written at most once a minute. */
export async function recordLooseTypes(db: Queryable, supplierId: number, what: string): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers set loose_types_at = app_now(), loose_types = ${what}
        where id = ${supplierId} and (loose_types_at is null or loose_types_at < app_now() - interval '1 minute')`,
  );
}

export type CircuitState = "closed" | "open" | "half-open";

/** The supplier did not answer, or not by the protocol. */
export async function recordFailure(
  db: Queryable,
  supplierId: number,
  circuitState: CircuitState,
  error: string,
): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers
        set last_failure_at = app_now(), last_error = ${error.slice(0, 300)}, circuit_state = ${circuitState}
        where id = ${supplierId}`,
  );
}

/**
 * Penalises agents that claim stock and then have NO_NUMBERS: 30 minutes off sale from 20 attempts on at a share of
 * 60 % within 10 minutes, counting only what came after the last penalty. Answers the penalised.
 */
export async function penaliseOverclaiming(db: Queryable): Promise<number[]> {
  const penalised = await rows<{ id: number }>(
    db,
    sql`update supply_suppliers s
        set penalty_until = app_now() + ${limits.penaltyMinutes} * interval '1 minute',
            penalty_reason = format('NO_NUMBERS on claimed stock: %s of %s', recent.empty, recent.asked)
        from (
          select a.supplier_id, count(*) as asked, count(*) filter (where a.state = 'no_numbers') as empty
          from supply_attempts a join supply_suppliers owner on owner.id = a.supplier_id
          where a.started_at > app_now() - ${limits.penaltyWindowMinutes} * interval '1 minute'
            and a.started_at > coalesce(owner.penalty_until, '-infinity')
            and a.state in (${raw(stateList(toldOfStock))})
          group by a.supplier_id) recent
        where s.id = recent.supplier_id and s.kind <> 'own' and coalesce(s.penalty_until, '-infinity') <= app_now()
          and recent.asked >= ${limits.penaltyAttempts} and recent.empty >= recent.asked * ${limits.penaltyShare}::numeric
        returning s.id`,
  );
  return penalised.map(({ id }) => id);
}
