import { Gauge, type Registry } from "prom-client";
import { findLastReconciliation, listFindings } from "#features/ledger/reconciliation/reads.ts";
import { nowMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

/**
 * The last reconciliation for `/metrics`, read from the database when somebody looks: every worker tells the same, whichever
 * of them ran it. Alarm on `reconciliation_offences > 0`, on `reconciliation_failed_checks > 0` and on an age above 15 minutes.
 */
export function collectReconciliation(registry: Registry, db: Db): void {
  const registers = [registry];
  const offences = new Gauge({
    name: "reconciliation_offences",
    help: "Rows that break an invariant, by check",
    labelNames: ["check"],
    registers,
  });
  const failed = new Gauge({
    name: "reconciliation_failed_checks",
    help: "Checks that could not be run",
    registers,
  });
  const duration = new Gauge({
    name: "reconciliation_duration_seconds",
    help: "How long the last run took",
    registers,
  });
  new Gauge({
    name: "reconciliation_age_seconds",
    help: "Time since the last run ended; +Inf before the first",
    registers,
    async collect() {
      const last = await readLast(db);
      offences.reset();
      this.set(last ? last.ageSeconds : Number.POSITIVE_INFINITY);
      if (!last) return;
      duration.set(last.durationSeconds);
      failed.set(last.failedCount);
      for (const { name, offences: count } of last.findings)
        if (count !== null) offences.set({ check: name }, count);
    },
  });
}

async function readLast(db: Db) {
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
