/** Something whose processor time can be read, and which can do a known piece of work. All in milliseconds. */
export type Meter = {
  /** Taken so far by all threads. */
  cpuMs(): Promise<number>;
  /** What the known piece of work takes there now. */
  referenceMs(): Promise<number>;
};

/** A collection of garbage may fall on any piece of work: the cheapest of so many counts. */
const TRIES = 12;
/** The least of the last so many measures of the known piece of work is its cost for now; one is taken before a work, one after it. */
const REFERENCES = 6;

/**
 * What work costs, as a multiple of a known piece of work that is done in the same process at the same time: twice as slow a
 * machine, or one that has others to serve, changes both.
 */
export class Costs {
  readonly #meter: Meter;
  #references: number[] = [];

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  /** Does the work until it costs no more than `limit`, a few times at most; answers the cheapest, with its result. */
  async of<Result>(
    work: () => Promise<Result>,
    limit: number,
  ): Promise<{ readonly cost: number; readonly result: Result }> {
    let least = await this.#measure(work);
    for (let attempt = 1; attempt < TRIES && least.cost > limit; attempt += 1) {
      const next = await this.#measure(work);
      if (next.cost < least.cost) least = next;
    }
    return least;
  }

  async #measure<Result>(work: () => Promise<Result>) {
    await this.#measureReference();
    const before = await this.#meter.cpuMs();
    const result = await work();
    const ms = (await this.#meter.cpuMs()) - before;
    // A machine may have become quicker meanwhile, and the work would seem to cost half of what it does.
    await this.#measureReference();
    return { cost: ms / Math.min(...this.#references), result };
  }

  async #measureReference() {
    this.#references = [...this.#references, await this.#meter.referenceMs()].slice(-REFERENCES);
  }
}
