import { type Benchmark, checkInvariants } from "#bench/harness/benchmark.ts";
import { fillMarket } from "#bench/harness/market.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import type { Finding } from "#features/ledger/reconciliation/reconciliation.rules.ts";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import { findChecks } from "#lib/tooling/database/checks.ts";

const AIM_SECONDS = 60;

/** Every invariant on a million transfers, as the worker runs them: once a day all, every five minutes all but the seals. */
export const reconciliation: Benchmark = {
  name: "reconcile",
  run: async ({ server, plan }) => {
    const transfers = plan.isSelfCheck ? 4_000 : 1_000_000;
    const db = await server.createDatabase("bench_reconcile");
    try {
      const [users, stockPerOffer] = plan.isSelfCheck ? [100, 5] : [10_000, 100];
      await fillMarket(db, { users, stockPerOffer, pastOrders: transfers / 2 });
      const all = await timed(db);
      const often = await timed(db);
      await checkInvariants(db);
      const slowest = (findings: Finding[]) =>
        findings
          .toSorted((left, right) => right.tookMs - left.tookMs)
          .slice(0, 3)
          .map(({ name, tookMs }) => `${name.split(":")[0]} ${(tookMs / 1000).toFixed(1)} s`)
          .join(", ");
      return [
        {
          measure: `reconciliation of ${transfers / 1_000_000} million transfers, all checks`,
          value: `${all.seconds.toFixed(1)} s`,
          aim: `<= ${AIM_SECONDS} s`,
          isMet: all.seconds <= AIM_SECONDS,
          detail: `${all.findings.length} checks, longest: ${slowest(all.findings)}`,
        },
        {
          measure: `reconciliation of ${transfers / 1_000_000} million transfers, as every five minutes`,
          value: `${often.seconds.toFixed(1)} s`,
          aim: `<= ${AIM_SECONDS} s`,
          isMet: often.seconds <= AIM_SECONDS,
          detail: `${often.findings.length} checks, longest: ${slowest(often.findings)}`,
        },
      ];
    } finally {
      await db.drop();
    }
  },
};

async function timed(db: BenchDb): Promise<{ seconds: number; findings: Finding[] }> {
  const checks = await findChecks();
  const startedMs = performance.now();
  const run = await reconcile(db.owner, checks, 0);
  const seconds = (performance.now() - startedMs) / 1000;
  return { seconds, findings: run?.findings ?? [] };
}
