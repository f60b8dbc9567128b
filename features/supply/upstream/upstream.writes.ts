import sql from "sql-template-tag";
import type { SaleHalt } from "#features/supply/agent.gateway.ts";
import { limits } from "#features/supply/supply.rules.ts";
import { codeLimits } from "#features/supply/upstream/upstream-codes.rules.ts";
import type { Watch } from "#features/supply/upstream/watches.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

/**
 * Writes down our balance at an upstream, and whether it may sell with it. One that said that our money does not suffice sells again
 * when there is more of it than there was.
 */
export async function recordBalance(db: Queryable, supplierId: number, balanceCents: number): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers
        set balance_cents = ${balanceCents}, balance_at = app_now(),
            is_out_of_money = ${balanceCents} < coalesce(balance_min_cents, 1)
              or (is_out_of_money and ${balanceCents} <= coalesce(balance_cents, ${balanceCents}))
        where id = ${supplierId}`,
  );
}

/** An upstream sells nothing for a while: until there is more money (`money`), or for some minutes (`account`). */
export async function haltSale(
  db: Queryable,
  supplierId: number,
  halt: SaleHalt,
  reason: string,
): Promise<void> {
  log.warn({ supplierId, halt, reason }, "an upstream is not asked for numbers for a while");
  await execute(
    db,
    halt === "money"
      ? sql`update supply_suppliers set is_out_of_money = true, poll_due_at = app_now() where id = ${supplierId} and not is_out_of_money`
      : sql`update supply_suppliers
            set penalty_until = app_now() + ${limits.refusedMinutes} * interval '1 minute', penalty_reason = ${reason.slice(0, 200)}
            where id = ${supplierId} and coalesce(penalty_until, '-infinity') <= app_now()`,
  );
}

/** Takes the upstream whose open orders are longest due to be asked for codes, if any; for half a minute it is nobody else's. */
export function claimCodes(db: Queryable): Promise<{ id: number } | null> {
  return maybeOne(
    db,
    sql`update supply_suppliers set codes_due_at = app_now() + interval '30 seconds'
        where id = (
          select s.id from supply_suppliers s
          where s.kind = 'upstream' and s.codes_due_at <= app_now()
            and exists (select from supply_upstream_watches w where w.supplier_id = s.id)
          order by s.codes_due_at limit 1 for update skip locked)
        returning id`,
  );
}

/** Ends a round of questions: the upstream is asked again after a pause. */
export async function endCodes(db: Queryable, supplierId: number): Promise<void> {
  await execute(
    db,
    sql`update supply_suppliers set codes_due_at = app_now() + ${codeLimits.pauseMs} * interval '1 millisecond'
        where id = ${supplierId}`,
  );
}

/** Records that these activations have been asked about now. */
export async function recordAsked(db: Queryable, supplierId: number, refs: readonly string[]): Promise<void> {
  await execute(
    db,
    sql`update supply_upstream_watches set asked_at = app_now()
        where supplier_id = ${supplierId} and supplier_ref = any (${[...refs]}::bigint[])`,
  );
}

/** Records that one more code has been asked for, or (`isLast`) that the shop gives no further one. */
export async function recordRound(db: Queryable, watch: Watch, isLast: boolean): Promise<void> {
  await execute(
    db,
    sql`update supply_upstream_watches set round = round + ${isLast ? 0 : 1}, is_last = ${isLast}
        where supplier_id = ${watch.supplierId} and supplier_ref = ${watch.ref}::bigint and round = ${watch.round}`,
  );
}

/** Stops asking about an activation that has ended at the shop: no code will come. */
export async function endWatch(db: Queryable, watch: Watch): Promise<void> {
  await execute(
    db,
    sql`delete from supply_upstream_watches where supplier_id = ${watch.supplierId} and supplier_ref = ${watch.ref}::bigint`,
  );
}
