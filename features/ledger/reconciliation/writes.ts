import {
  checkTimeoutMs,
  type Finding,
  keptDays,
  reconcileAllEveryHours,
  reconcileEveryMinutes,
} from "#features/ledger/reconciliation/rules.ts";
import { monotonicMs } from "#lib/clock.ts";
import { type Check, findOffence } from "#lib/db/check.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";

export type Reconciled = {
  readonly id: number;
  readonly scope: "all" | "often";
  readonly findings: Finding[];
};

type Seen = { findings: Finding[]; sealId: number | null; sealHash: Buffer | null };

/**
 * Runs every invariant on one snapshot of the data and notes what each found. Any number of workers may call it: one of
 * them runs when `everyMinutes` have passed since the last run began, the others get null. Writes nothing but its own two
 * tables; repairs are adjustments that two people sign.
 */
export async function reconcile(
  db: Db,
  checks: readonly Check[],
  everyMinutes: number = reconcileEveryMinutes,
): Promise<Reconciled | null> {
  const begun = await begin(db, everyMinutes);
  if (!begun) return null;
  const due = begun.scope === "all" ? checks : checks.filter(({ pace }) => pace !== "daily");
  const seen = await look(db, due);
  await finish(db, begun.id, seen);
  tellLog(begun.id, seen.findings);
  return { ...begun, findings: seen.findings };
}

/** Notes that a run begins, unless another did lately: the lock makes two that come together one. */
function begin(db: Db, everyMinutes: number): Promise<{ id: number; scope: "all" | "often" } | null> {
  return withTransaction(db, async (tx) => {
    await one(tx, { text: "select pg_advisory_xact_lock(hashtext('ledger_reconciliations'))", values: [] });
    return maybeOne(tx, {
      text: `insert into ledger_reconciliations (scope)
        select case when exists (select from ledger_reconciliations where scope = 'all' and finished_at is not null
          and started_at > clock_timestamp() - make_interval(hours => $2)) then 'often' else 'all' end
        where not exists (select from ledger_reconciliations
          where started_at > clock_timestamp() - make_interval(secs => $1))
        returning id, scope`,
      // In seconds: a whole-minute interval would let a run that begins a moment early wait for the next look.
      values: [everyMinutes * 60, reconcileAllEveryHours],
    });
  });
}

/** All checks on one snapshot, so that no two of them see different moments. Reads only. */
function look(db: Db, checks: readonly Check[]): Promise<Seen> {
  return withTransaction(
    db,
    async (tx) => {
      await execute(tx, { text: "set transaction isolation level repeatable read, read only", values: [] });
      const { now } = await one<{ now: string }>(tx, { text: "select app_now()::text as now", values: [] });
      const findings: Finding[] = [];
      for (const check of checks) findings.push(await judge(tx, check, now));
      const seal = await maybeOne<{ id: number; hash: Buffer }>(tx, {
        text: "select id, hash from ledger_seals order by id desc limit 1",
        values: [],
      });
      return { findings, sealId: seal?.id ?? null, sealHash: seal?.hash ?? null };
    },
    { statementTimeoutMs: checkTimeoutMs },
  );
}

/** One check that fails (its time is over, a table is gone) must not hide what the others find. */
async function judge(tx: Tx, check: Check, asOf: string): Promise<Finding> {
  const startedMs = monotonicMs();
  const tookMs = () => Math.ceil(monotonicMs() - startedMs);
  await execute(tx, { text: "savepoint one_check", values: [] });
  try {
    const { count, examples } = await findOffence(tx, check, asOf);
    await execute(tx, { text: "release savepoint one_check", values: [] });
    return { name: check.name, offences: count, examples, problem: null, tookMs: tookMs() };
  } catch (error) {
    await execute(tx, { text: "rollback to savepoint one_check", values: [] });
    return {
      name: check.name,
      offences: null,
      examples: [],
      problem: (error as Error).message,
      tookMs: tookMs(),
    };
  }
}

async function finish(db: Db, id: number, { findings, sealId, sealHash }: Seen): Promise<void> {
  const offending = findings.filter(({ offences }) => offences !== null && offences > 0).length;
  const failed = findings.filter(({ offences }) => offences === null).length;
  await withTransaction(db, async (tx) => {
    await execute(tx, {
      text: `insert into ledger_reconciliation_findings (reconciliation_id, check_name, offences, examples, problem, took_ms)
        select $1, name, offences, examples, problem, took
        from jsonb_to_recordset($2) as f(name text, offences bigint, examples jsonb, problem text, took integer)`,
      values: [id, JSON.stringify(findings.map(({ tookMs, ...finding }) => ({ ...finding, took: tookMs })))],
    });
    await execute(tx, {
      text: `update ledger_reconciliations set finished_at = clock_timestamp(), checks_count = $2, offending_count = $3,
          failed_count = $4, seal_id = $5, seal_hash = $6 where id = $1`,
      values: [id, findings.length, offending, failed, sealId, sealHash],
    });
    await forgetOldReconciliations(tx);
  });
}

/** Removes old runs with what they found. What they saw of the seals goes with them: newer ones have seen newer seals. */
async function forgetOldReconciliations(tx: Queryable): Promise<void> {
  await execute(tx, {
    text: `delete from ledger_reconciliations
      where started_at < clock_timestamp() - make_interval(days => $1)
         or (started_at < clock_timestamp() - make_interval(days => $2) and offending_count = 0 and failed_count = 0)`,
    values: [keptDays.offending, keptDays.clean],
  });
}

function tellLog(id: number, findings: readonly Finding[]): void {
  const wrong = findings.filter(({ offences }) => offences !== 0);
  for (const { name, offences, examples, problem } of wrong) {
    log.error(
      { reconciliation: id, check: name, offences, examples: examples.slice(0, 3), problem },
      "invariant broken",
    );
  }
  if (wrong.length === 0)
    log.info({ reconciliation: id, checks: findings.length }, "reconciled without offences");
}
