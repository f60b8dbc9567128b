import { Gauge, type Registry } from "prom-client";
import {
  findLastReconciliation,
  listFindings,
} from "#features/ledger/reconciliation/reconciliation.reads.ts";
import type { Finding } from "#features/ledger/reconciliation/reconciliation.rules.ts";
import { monotonicMs, nowMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

type Last = { ageSeconds: number; durationSeconds: number; failedCount: number; findings: Finding[] };

/** The gauges are collected side by side: what one of them read is good for the others. */
const SHARED_MS = 500;

/**
 * The last reconciliation for `/metrics`, read from the database when somebody looks: every worker tells the same, whichever
 * of them ran it. Alarm on `reconciliation_offences > 0`, on `reconciliation_failed_checks > 0` and on an age above 15 minutes.
 */
export function collectReconciliation(registry: Registry, db: Db): void {
  let shared: { atMs: number; last: Promise<Last | null> } | null = null;
  const readShared = () => {
    if (!shared || monotonicMs() - shared.atMs > SHARED_MS)
      shared = { atMs: monotonicMs(), last: readLast(db) };
    return shared.last;
  };
  const define = (
    name: string,
    help: string,
    tell: (gauge: Gauge<"check">, last: Last | null) => void,
    labelNames: "check"[] = [],
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        tell(this as Gauge<"check">, await readShared());
      },
    });

  define(
    "reconciliation_offences",
    "Rows that break an invariant, by check",
    (gauge, last) => {
      gauge.reset();
      for (const { name, offences } of last?.findings ?? [])
        if (offences !== null) gauge.set({ check: name }, offences);
    },
    ["check"],
  );
  define("reconciliation_failed_checks", "Checks that could not be run", (gauge, last) =>
    gauge.set(last?.failedCount ?? 0),
  );
  define("reconciliation_duration_seconds", "How long the last run took", (gauge, last) =>
    gauge.set(last?.durationSeconds ?? 0),
  );
  define(
    "reconciliation_age_seconds",
    "Time since the last run ended; +Inf before the first, or when it cannot be read",
    (gauge, last) => gauge.set(last?.ageSeconds ?? Number.POSITIVE_INFINITY),
  );
}

async function readLast(db: Db): Promise<Last | null> {
  try {
    const run = await findLastReconciliation(db);
    if (!run?.finishedAt) return null;
    const [startedMs, finishedMs] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)];
    return {
      ageSeconds: (nowMs() - finishedMs) / 1000,
      durationSeconds: (finishedMs - startedMs) / 1000,
      failedCount: run.failedCount,
      findings: await listFindings(db, run.id),
    };
  } catch (error) {
    log.warn({ error: (error as Error).message }, "the last reconciliation could not be read");
    return null;
  }
}
