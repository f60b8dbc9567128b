import { finishActivation } from "#features/supply/agent.gateway.ts";
import {
  claimDueReports,
  type DueReport,
  markReported,
  recordReportFailure,
} from "#features/supply/finish-reports/finish-reports.writes.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { recordUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import { type AgentSupplier, findAgent } from "#features/supply/supply.reads.ts";
import { finishUpstream } from "#features/supply/upstream/upstream.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/** Says every owed FINISH_ACTIVATION (at an upstream: setStatus) until the supplier has taken it in. The calls stand outside any transaction. */
export const finishOutbox = defineSweep({
  name: "supply: finish outbox",
  everyMs: 1_000,
  run: async (db) => {
    const due = await claimDueReports(db);
    const bySupplier = Map.groupBy(due, ({ supplierId }) => supplierId);
    await Promise.all(
      [...bySupplier].map(([supplierId, reports]) => notifySupplier(db, supplierId, reports)),
    );
    return due.length;
  },
});

type End = Pick<DueReport, "supplierRef" | "outcome">;

async function tellEnd(
  supplier: AgentSupplier,
  { supplierRef, outcome }: End,
  exchange: Exchange,
): Promise<void> {
  if (supplier.kind === "agent") return finishActivation(supplier, supplierRef, outcome, exchange);
  const end = await finishUpstream(supplier, supplierRef, outcome, exchange);
  if (end === "late")
    log.warn(
      { supplierId: supplier.id, supplierRef: String(supplierRef) },
      "a code came at an upstream after its order had ended here: it is paid for by the house",
    );
}

async function notifySupplier(db: Db, supplierId: number, reports: readonly DueReport[]): Promise<void> {
  const agent = await findAgent(db, supplierId);
  if (!agent) return;
  const taken = await Promise.all(
    reports.map(async ({ id, supplierRef, outcome }) => {
      const exchange = new Exchange();
      try {
        await tellEnd(agent, { supplierRef, outcome }, exchange);
        return id;
      } catch (error) {
        recordUnusable(db, supplierId, "FINISH_ACTIVATION", exchange);
        log.debug({ supplierId, finishId: id, error: (error as Error).message }, "finish not taken in yet");
        await recordReportFailure(db, id, (error as Error).message);
        return null;
      }
    }),
  );
  await markReported(
    db,
    taken.filter((id) => id !== null),
  );
}
