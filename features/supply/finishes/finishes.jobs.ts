import { finishActivation } from "#features/supply/agent.gateway.ts";
import {
  claimFinishes,
  type DueFinish,
  markFinished,
  recordFinishFailure,
} from "#features/supply/finishes/finishes.writes.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { noteUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import { findAgent } from "#features/supply/supply.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/** Says every owed FINISH_ACTIVATION until the agent answers SUCCESS. The calls stand outside any transaction. */
export const finishOutbox = defineSweep({
  name: "supply: finish outbox",
  everyMs: 1_000,
  run: async (db) => {
    const due = await claimFinishes(db);
    const bySupplier = Map.groupBy(due, ({ supplierId }) => supplierId);
    await Promise.all(
      [...bySupplier].map(([supplierId, finishes]) => notifySupplier(db, supplierId, finishes)),
    );
    return due.length;
  },
});

async function notifySupplier(db: Db, supplierId: number, finishes: readonly DueFinish[]): Promise<void> {
  const agent = await findAgent(db, supplierId);
  if (!agent) return;
  const told = await Promise.all(
    finishes.map(async ({ id, supplierRef, outcome }) => {
      const exchange = new Exchange();
      try {
        await finishActivation(agent, supplierRef, outcome, exchange);
        return id;
      } catch (error) {
        noteUnusable(db, supplierId, "FINISH_ACTIVATION", exchange);
        log.debug({ supplierId, finishId: id, error: (error as Error).message }, "finish not taken in yet");
        await recordFinishFailure(db, id, (error as Error).message);
        return null;
      }
    }),
  );
  await markFinished(
    db,
    told.filter((id) => id !== null),
  );
}
