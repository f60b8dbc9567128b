import { type Platform, problemOf } from "#app/_partner-agent/delivery/platform.ts";
import type { Modems } from "#app/_partner-agent/modems/modems.ts";
import type { NumberRow } from "#app/_partner-agent/modems/number-table.ts";
import type { Numbers } from "#app/_partner-agent/modems/numbers.ts";
import type { Log } from "#app/_partner-agent/print.ts";
import { explain } from "#app/_partner-agent/problem.ts";
import { monotonicMs } from "#lib/clock.ts";

const FULL_LIST_EVERY_MS = 5 * 60_000;
const RETRY_MS = 2_000;

export type RefusedNumber = { readonly number: number; readonly error: string; readonly word?: string };

export type ReporterParts = {
  readonly platform: Platform;
  readonly numbers: Numbers;
  readonly modems: Modems;
  readonly log: Log;
  /** A number goes on sale when its modem has been ready for so long, so that one that comes and goes is not sold. */
  readonly settleMs: number;
};

/** Says which numbers are on line: the whole list at the start, every five minutes, when asked and after a failure, else what changed. */
export class Reporter {
  readonly #parts: ReporterParts;
  /** What the platform was told last, by number. */
  #told = new Map<number, string>();
  #fullListDueMs = 0;
  #retryAtMs = 0;
  #refused = new Map<number, RefusedNumber>();

  constructor(parts: ReporterParts) {
    this.#parts = parts;
  }

  get onSale(): readonly number[] {
    return [...this.#told.keys()].filter((number) => !this.#refused.has(number));
  }

  get refused(): readonly RefusedNumber[] {
    return [...this.#refused.values()];
  }

  /** The whole list is told next. */
  reportFullList(): void {
    this.#fullListDueMs = 0;
  }

  /** Tells what has changed, if something has. */
  async tick(): Promise<void> {
    if (monotonicMs() < this.#retryAtMs) return;
    const wanted = this.#listReady();
    if (monotonicMs() >= this.#fullListDueMs) return this.#tell(wanted, null);
    const removed = [...this.#told.keys()].filter((number) => !wanted.has(number));
    const changed = [...wanted].filter(([number, wire]) => this.#told.get(number) !== wire);
    if (removed.length + changed.length > 0) await this.#tell(wanted, { changed: new Map(changed), removed });
  }

  /** Takes everything off sale: for the end of the program. */
  async leave(): Promise<void> {
    if (this.#told.size > 0) await this.#tell(new Map(), null);
  }

  async #tell(
    wanted: Map<number, string>,
    change: { changed: Map<number, string>; removed: number[] } | null,
  ): Promise<void> {
    const { platform, log } = this.#parts;
    const told = change?.changed ?? wanted;
    const numbers = [...told.values()].map((wire) => JSON.parse(wire) as unknown);
    const report = change
      ? { action: "NUMBERS_CHANGED", numbers, removed: change.removed }
      : { action: "NUMBERS_ONLINE", numbers };
    try {
      const answer = await platform.reportNumbers(report);
      if (!answer.isSuccess) throw new Error(problemOf(answer));
      this.#hear(told, answer.body.refused);
      if (!change) this.#fullListDueMs = monotonicMs() + FULL_LIST_EVERY_MS;
      this.#told = wanted;
      if (change)
        log.info("numbers changed", { changed: change.changed.size, removed: change.removed.length });
      else log.info("numbers on line", { numbers: wanted.size });
    } catch (error) {
      // What was not heard is told with the next whole list.
      this.#fullListDueMs = 0;
      this.#retryAtMs = monotonicMs() + RETRY_MS;
      log.warn("numbers not reported yet", { reason: explain(error) });
    }
  }

  #hear(told: ReadonlyMap<number, string>, refused: unknown): void {
    const list = Array.isArray(refused) ? (refused as RefusedNumber[]) : [];
    for (const number of told.keys()) this.#refused.delete(number);
    for (const one of list) {
      this.#refused.set(one.number, one);
      this.#parts.log.warn("number refused", { number: one.number, error: one.error, word: one.word });
    }
    for (const number of this.#refused.keys())
      if (!told.has(number) && !this.#told.has(number)) this.#refused.delete(number);
  }

  /** The numbers whose modem is ready, in the form they are told in. */
  #listReady(): Map<number, string> {
    const { modems, numbers, settleMs } = this.#parts;
    const ready = new Map<number, string>();
    for (const modem of modems.all) {
      if (modem.readySinceMs === null || monotonicMs() - modem.readySinceMs < settleMs) continue;
      const row = numbers.rowOf(modem);
      if (row && !ready.has(row.number)) ready.set(row.number, toWire(row, modem.name));
    }
    return ready;
  }
}

function toWire({ number, country, operator, services, rent }: NumberRow, modem: string): string {
  const portId = modem.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 60);
  return JSON.stringify({ number, country, operator, services: services ?? undefined, portId, rent });
}
