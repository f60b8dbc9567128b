import {
  checkTimeoutMs,
  type Finding,
  keptDays,
  reconcileAllEveryHours,
  reconcileEveryMinutes,
} from "#features/ledger/reconciliation/reconciliation.rules.ts";
import { monotonicMs } from "#lib/clock.ts";
import { type Check, findOffence } from "#lib/db/check.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
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
 * them runs when `everyMinutes` have passed since the last run began, the others get null. Notes what it found and changes nothing
 * else; repairs are adjustments that two people sign.
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
  logFindings(begun.id, seen.findings);
  return { ...begun, findings: seen.findings };
}

/** Records that a run begins, unless another did lately; two that come together are one. */
function begin(db: Db, everyMinutes: number): Promise<{ id: number; scope: "all" | "often" } | null> {
  return withTransaction(db, (tx) =>
    maybeOne(tx, {
      text: "select id, scope from ledger_begin_reconciliation(make_interval(secs => $1), make_interval(hours => $2))",
      // In seconds: a whole-minute interval would let a run that begins a moment early wait for the next look.
      values: [everyMinutes * 60, reconcileAllEveryHours],
    }),
  );
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

/** What they saw of the seals goes with old runs: newer ones have seen newer seals. */
async function finish(db: Db, id: number, { findings, sealId, sealHash }: Seen): Promise<void> {
  const found = JSON.stringify(findings.map(({ tookMs, ...finding }) => ({ ...finding, took: tookMs })));
  await withTransaction(db, (tx) =>
    execute(tx, {
      text: "select ledger_finish_reconciliation($1, $2, $3, $4, $5, $6)",
      values: [id, found, sealId, sealHash, keptDays.clean, keptDays.offending],
    }),
  );
}

function logFindings(id: number, findings: readonly Finding[]): void {
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
