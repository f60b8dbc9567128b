import sql from "sql-template-tag";
import { type FinishOutcome, finishPauseSeconds } from "#features/supply/supply.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";

export type DueReport = {
  readonly id: number;
  readonly supplierId: number;
  /** The agent's own id: up to 2^63-1, hence not a number, or a word. */
  readonly supplierRef: bigint | string;
  readonly outcome: FinishOutcome;
};

const PER_SUPPLIER = 20;

/**
 * Takes reports for agents that are due, a fair share per supplier, and moves each one's next try ahead by the growing
 * pause: a worker that dies while speaking delays its reports, nothing more.
 */
export async function claimDueReports(db: Queryable): Promise<DueReport[]> {
  const first = finishPauseSeconds(1);
  const last = finishPauseSeconds(1_000);
  const claimed = await rows<Omit<DueReport, "supplierRef"> & { supplierRef: string; word: string | null }>(
    db,
    sql`with due as (
          select picked.id
          from supply_suppliers s
          cross join lateral (
            select f.id from supply_finishes f
            where f.supplier_id = s.id and f.done_at is null and f.due_at <= app_now() and supply_may_report(f)
            order by f.due_at limit ${PER_SUPPLIER} for update skip locked) picked
          where s.kind <> 'own')
        update supply_finishes f
        set attempts = f.attempts + 1,
            due_at = app_now() + least(${last}, ${first} * power(2, least(f.attempts, 10))) * interval '1 second'
        from due where f.id = due.id
        returning f.id, f.supplier_id as "supplierId", f.supplier_ref::text as "supplierRef", f.outcome,
          (select r.reference from supply_references r where r.id = f.supplier_ref and r.supplier_id = f.supplier_id) as word`,
  );
  return claimed.map(({ word, supplierRef, ...finish }) => ({
    ...finish,
    supplierRef: word ?? BigInt(supplierRef),
  }));
}

/** The supplier has taken these reports in. */
export async function markReported(db: Queryable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    db,
    sql`update supply_finishes set done_at = app_now(), last_error = null
        where id = any(${[...ids]}::bigint[]) and done_at is null`,
  );
}

/** Records why a report was not taken in; it stays due. */
export async function recordReportFailure(db: Queryable, id: number, error: string): Promise<void> {
  await execute(
    db,
    sql`update supply_finishes set last_error = ${error.slice(0, 300)} where id = ${id} and done_at is null`,
  );
}

/** An own-stock partner says which reports it has taken in. Foreign ids are passed over. */
export async function acknowledgeReports(
  db: Queryable,
  supplierId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    db,
    sql`update supply_finishes set done_at = app_now()
        where id = any(${[...ids]}::bigint[]) and supplier_id = ${supplierId} and done_at is null`,
  );
}
