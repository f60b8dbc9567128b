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

/** A row of a sweep: its id, or the row with it. */
type Due = number | { readonly id: number };

/** So many failures one after another are no longer the rows' fault. */
const FAILURES_IN_A_ROW = 10;

/**
 * Takes due rows one after another. One that fails is logged by its id, stays due for the next run and keeps no other waiting; ten in a
 * row end the run with the last one's error. `step` says in the log what was to be done. Returns how many were done.
 */
export async function takeEach<T extends Due>(
  step: string,
  due: readonly T[],
  take: (one: T) => Promise<unknown>,
): Promise<number> {
  let done = 0;
  let failuresInARow = 0;
  for (const one of due) {
    try {
      await take(one);
      done += 1;
      failuresInARow = 0;
    } catch (error) {
      const id = typeof one === "number" ? one : one.id;
      log.error({ step, id, error: (error as Error).message }, "a due row is left for the next run");
      failuresInARow += 1;
      if (failuresInARow === FAILURES_IN_A_ROW) throw error;
    }
  }
  return done;
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
