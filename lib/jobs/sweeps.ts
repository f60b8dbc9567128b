import { setTimeout as pause } from "node:timers/promises";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";

/**
 * A bounded look over rows that are due. Any number of workers may run the same sweep: rows are taken with
 * `FOR UPDATE SKIP LOCKED`. `run` does at most one batch.
 */
export type Sweep = {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (db: Db) => Promise<unknown>;
};

/** Declares a sweep. */
export function defineSweep(sweep: Sweep): Sweep {
  return sweep;
}

const FAILED_PAUSE_MS = 2_000;

/** Runs sweeps until the signal; a failing sweep is logged and tried again, it never ends the worker. */
export async function runSweeps(db: Db, sweeps: readonly Sweep[], signal: AbortSignal): Promise<void> {
  await Promise.all(sweeps.map((sweep) => repeat(db, sweep, signal)));
}

async function repeat(db: Db, sweep: Sweep, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedMs = monotonicMs();
    try {
      await sweep.run(db);
      if (failures > 0) log.info({ sweep: sweep.name, failures }, "sweep recovered");
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ sweep: sweep.name, failures, error: (error as Error).message }, "sweep failed");
    }
    const restMs = failures > 0 ? FAILED_PAUSE_MS : Math.max(50, sweep.everyMs - (monotonicMs() - startedMs));
    await pause(restMs, undefined, { signal }).catch(() => undefined);
  }
}
