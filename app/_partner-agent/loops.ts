import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "#app/_partner-agent/print.ts";
import { explain } from "#app/_partner-agent/problem.ts";

/** Work that is done again and again, each piece with its pause; a failure is logged and the next turn comes. */
export class Loops {
  readonly #log: Log;
  readonly #end = new AbortController();
  readonly #running: Promise<void>[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  start(name: string, everyMs: number, turn: () => Promise<void> | void): void {
    this.#running.push(this.#run(name, everyMs, turn));
  }

  /** Returns when the turns under way have ended. */
  async stop(): Promise<void> {
    this.#end.abort();
    await Promise.all(this.#running);
  }

  async #run(name: string, everyMs: number, turn: () => Promise<void> | void): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      try {
        await turn();
      } catch (error) {
        this.#log.warn("a turn failed and comes again", { loop: name, reason: explain(error) });
      }
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  }
}
