import os from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Registry } from "prom-client";
import sql from "sql-template-tag";
import { gauge } from "#lib/api/health.ts";
import {
  type ClockDifference,
  DATABASE_TIME,
  differenceText,
  judgeClock,
  measureClock,
  type OwnClock,
} from "#lib/clocks/clock-difference.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

/** The processes that watch their clock; the page renderer is always on the machine of an API. */
export type WatchingProcess = "api" | "worker";

/** A clock that differs from the database's by more than a minute. */
export type WrongClock = { process: WatchingProcess; machine: string; aheadMs: number };

export type ClockWatchOptions = { machine?: string; own?: OwnClock };

const LOOK_EVERY_MS = 30_000;

/**
 * Compares the clock of this process with the database's every half minute: for `/metrics`, for the log (once when the difference passes a
 * minute, once when it is well again), and for the desk, which reads what `listWrongClocks` finds.
 */
export class ClockWatch {
  readonly #process: WatchingProcess;
  readonly #machine: string;
  readonly #own: OwnClock | undefined;
  #last: ClockDifference | null = null;
  #isWrong = false;
  /** Whether the desk's row says what we know; a row of a former process with our name may be left. */
  #isRecorded = false;

  constructor(process: WatchingProcess, registry: Registry, { machine, own }: ClockWatchOptions = {}) {
    this.#process = process;
    this.#machine = machine ?? os.hostname();
    this.#own = own;
    gauge(
      registry,
      "clock_ahead_of_database_seconds",
      "How far the clock is ahead of the database's (negative: behind); NaN before the first look",
      () => (this.#last ? this.#last.aheadMs / 1_000 : Number.NaN),
    );
  }

  /** Looks until the signal. A database that is away, or not migrated yet, is told of by readiness: the next look tries again. */
  async run(db: Db, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.look(db).catch((error: Error) =>
        log.debug({ error: error.message }, "the clock could not be compared with the database's"),
      );
      await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Measures once, and tells what has changed. Rejects when the database does not answer; what was known stays. */
  async look(db: Db): Promise<void> {
    const measured = await measureClock(
      async () => (await one<{ ms: number }>(db, { text: DATABASE_TIME, values: [] })).ms,
      this.#own,
    );
    const wasWrong = this.#isWrong;
    this.#last = measured;
    this.#isWrong = judgeClock(wasWrong, measured);
    if (this.#isWrong !== wasWrong) this.#tell(measured);
    if (this.#isWrong) await this.#record(db, Math.round(measured.aheadMs));
    else if (wasWrong || !this.#isRecorded) await this.#clear(db);
    this.#isRecorded = true;
  }

  #tell({ aheadMs }: ClockDifference): void {
    const facts = { machine: this.#machine, aheadSeconds: Math.round(aheadMs / 1_000) };
    if (this.#isWrong)
      log.error(facts, `the clock is ${differenceText(aheadMs)} the database's: have both follow NTP`);
    else log.info(facts, "the clock agrees with the database's again");
  }

  async #record(db: Db, aheadMs: number): Promise<void> {
    await execute(
      db,
      sql`insert into lib_wrong_clocks (process, machine, ahead_ms) values (${this.#process}, ${this.#machine}, ${aheadMs})
          on conflict (process, machine) do update set ahead_ms = excluded.ahead_ms, measured_at = clock_timestamp()`,
    );
  }

  /** Takes our row away, and those of processes that ended while their clock was wrong. */
  async #clear(db: Db): Promise<void> {
    await execute(
      db,
      sql`delete from lib_wrong_clocks where (process = ${this.#process} and machine = ${this.#machine})
          or measured_at < clock_timestamp() - interval '1 hour'`,
    );
  }
}

/** The clocks that were wrong when their process last looked; a process that no longer looks is left out after two minutes. */
export async function listWrongClocks(db: Queryable): Promise<WrongClock[]> {
  return rows<WrongClock>(
    db,
    sql`select process, machine, ahead_ms as "aheadMs" from lib_wrong_clocks
        where measured_at > clock_timestamp() - interval '2 minutes' order by process, machine`,
  );
}
