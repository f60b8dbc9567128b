import path from "node:path";
import { type Platform, problemOf } from "#app/_partner-agent/delivery/platform.ts";
import type { Log } from "#app/_partner-agent/print.ts";
import { explain } from "#app/_partner-agent/problem.ts";
import { appendDurably, readIfThere, writeDurably } from "#app/_partner-agent/storage/disk.ts";
import { now } from "#lib/clock.ts";

export type Lent = { readonly activationId: number; readonly number: number; readonly service: string };
type Rented = {
  readonly rentalId: number;
  readonly number: number;
  readonly service: string;
  /** RFC 3339. */
  readonly until: string;
};
export type Finished = { readonly id: number; readonly activationId: number; readonly status: number };

export type CurrentWork = { readonly lent: readonly Lent[]; readonly rented: readonly Rented[] };
type WorkAnswer = CurrentWork & { readonly finished: Finished[]; readonly reportNumbers: boolean };
const NOTHING: CurrentWork = { lent: [], rented: [] };

/** How an order of one of our numbers ended (protocol 2.1). */
const OUTCOMES: Readonly<Record<number, string>> = {
  1: "never again",
  3: "sold",
  4: "cancelled",
  5: "refunded",
};
/** The platform takes so many acknowledgements in a call. */
const ACKNOWLEDGED_MAX = 5_000;
/** Orders whose number and service are remembered after they were lent, for their line in the book. */
const REMEMBERED = 20_000;

const workFile = (dataFolder: string) => path.join(dataFolder, "work.json");
/** The partner's own book: one line for each order that ended. */
export const bookFile = (dataFolder: string) => path.join(dataFolder, "finished.csv");

/** What was lent and rented when the platform was last asked; for commands beside a running program. */
export async function readWork(dataFolder: string): Promise<CurrentWork> {
  const text = await readIfThere(workFile(dataFolder));
  try {
    return text === null ? NOTHING : (JSON.parse(text) as CurrentWork);
  } catch {
    return NOTHING;
  }
}

/** Asks what is lent, rented and finished; what has ended is in the book before it is acknowledged. */
export class Work {
  readonly #platform: Platform;
  readonly #dataFolder: string;
  readonly #log: Log;
  #current: CurrentWork = NOTHING;
  #written = "";
  #acknowledged: number[] = [];
  #isListWanted = false;
  readonly #booked = new Set<number>();
  readonly #known = new Map<number, Lent>();

  constructor(platform: Platform, dataFolder: string, log: Log) {
    this.#platform = platform;
    this.#dataFolder = dataFolder;
    this.#log = log;
  }

  get current(): CurrentWork {
    return this.#current;
  }

  /** Whether the platform has asked for the whole list of numbers since this was last called. */
  takeListWish(): boolean {
    const isWanted = this.#isListWanted;
    this.#isListWanted = false;
    return isWanted;
  }

  async open(): Promise<void> {
    this.#current = await readWork(this.#dataFolder);
    this.#remember(this.#current.lent);
    const book = await readIfThere(bookFile(this.#dataFolder));
    for (const line of book?.split("\n").slice(-ACKNOWLEDGED_MAX * 2) ?? []) {
      const id = Number(line.split(",")[1]);
      if (Number.isSafeInteger(id) && id > 0) this.#booked.add(id);
    }
  }

  /** One question. Also tells the platform that the program is alive: after two minutes of silence it sells nothing. */
  async ask(): Promise<void> {
    const sent = this.#acknowledged;
    try {
      const answer = await this.#platform.checkWork(sent);
      if (!answer.isSuccess) throw new Error(problemOf(answer));
      const { lent, rented, finished, reportNumbers } = answer.body as Partial<WorkAnswer>;
      if (reportNumbers === true) this.#isListWanted = true;
      await this.#keep({ lent: lent ?? [], rented: rented ?? [] });
      await this.#book(finished ?? []);
    } catch (error) {
      this.#log.warn("work not asked for yet", { reason: explain(error) });
    }
  }

  /** On the disk first: `import` reads there what may not leave the table. */
  async #keep(current: CurrentWork): Promise<void> {
    const text = JSON.stringify(current);
    if (text !== this.#written) await writeDurably(workFile(this.#dataFolder), text);
    this.#written = text;
    this.#tellNew(current);
    this.#remember(current.lent);
    this.#current = current;
  }

  #tellNew({ lent, rented }: CurrentWork): void {
    for (const { activationId, number, service } of lent)
      if (!this.#known.has(activationId)) this.#log.info("number lent", { number, service, activationId });
    const before = new Set(this.#current.rented.map(({ rentalId }) => rentalId));
    for (const { rentalId, number, service, until } of rented)
      if (!before.has(rentalId)) this.#log.info("number rented", { number, service, until, rentalId });
  }

  #remember(lent: readonly Lent[]): void {
    for (const one of lent) this.#known.set(one.activationId, one);
    for (const id of this.#known.keys()) {
      if (this.#known.size <= REMEMBERED) return;
      this.#known.delete(id);
    }
  }

  async #book(finished: readonly Finished[]): Promise<void> {
    const fresh = finished.filter(({ id }) => !this.#booked.has(id));
    const lines = fresh.map(({ id, activationId, status }) => {
      const { number = "", service = "" } = this.#known.get(activationId) ?? {};
      const outcome = OUTCOMES[status] ?? `status ${status}`;
      this.#log.info("order ended", { number, service, activationId, outcome });
      return `${now().toISOString()},${id},${activationId},${number},${service},${outcome}\n`;
    });
    if (lines.length > 0) await appendDurably(bookFile(this.#dataFolder), lines.join(""));
    for (const { id } of fresh) this.#booked.add(id);
    this.#acknowledged = finished.map(({ id }) => id).slice(0, ACKNOWLEDGED_MAX);
  }
}
