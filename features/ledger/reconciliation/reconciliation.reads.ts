import type { Finding, Reconciliation } from "#features/ledger/reconciliation/reconciliation.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

const RUN = `id, scope, started_at as "startedAt", finished_at as "finishedAt", coalesce(checks_count, 0) as "checksCount",
  coalesce(offending_count, 0) as "offendingCount", coalesce(failed_count, 0) as "failedCount"`;

type RunRow = Omit<Reconciliation, "startedAt" | "finishedAt"> & { startedAt: Date; finishedAt: Date | null };

function view(row: RunRow): Reconciliation {
  return {
    ...row,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** Runs, newest first; `beforeId` for the next page. */
export async function listReconciliations(
  db: Queryable,
  { limit, beforeId = null }: { limit: number; beforeId?: number | null },
): Promise<Reconciliation[]> {
  const found = await rows<RunRow>(db, {
    text: `select ${RUN} from ledger_reconciliations where $1::bigint is null or id < $1 order by id desc limit $2`,
    values: [beforeId, limit],
  });
  return found.map(view);
}

/** One run or null. */
export async function findReconciliation(db: Queryable, id: number): Promise<Reconciliation | null> {
  const found = await maybeOne<RunRow>(db, {
    text: `select ${RUN} from ledger_reconciliations where id = $1`,
    values: [id],
  });
  return found && view(found);
}

/** The newest run that came to its end, or null before the first. */
export async function findLastReconciliation(db: Queryable): Promise<Reconciliation | null> {
  const found = await maybeOne<RunRow>(db, {
    text: `select ${RUN} from ledger_reconciliations where finished_at is not null order by id desc limit 1`,
    values: [],
  });
  return found && view(found);
}

/** What each check of a run found: offences first, then by name. */
export async function listFindings(db: Queryable, reconciliationId: number): Promise<Finding[]> {
  return rows<Finding>(db, {
    text: `select check_name as name, offences, examples, problem, took_ms as "tookMs" from ledger_reconciliation_findings
      where reconciliation_id = $1 order by (offences = 0) nulls first, check_name`,
    values: [reconciliationId],
  });
}
