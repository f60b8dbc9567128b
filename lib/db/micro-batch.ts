export type MicroBatchOptions<Item, Result> = {
  /** Calls under way at once. */
  readonly slots: number;
  readonly maxItems: number;
  runOne(item: Item): Promise<Result>;
  /** Results in the order of the items; null for an item that must be run alone. Throws when nothing of it happened. */
  runMany(items: readonly Item[]): Promise<readonly (Result | null)[]>;
  /** Whether a failed batch has certainly changed nothing, so that its items may be run one by one. */
  isUndone(error: unknown): boolean;
};

/** The server said no, so what was asked of it is undone; without its word nobody knows. */
export function isRolledBack(error: unknown): boolean {
  return /^(?!08|57P)[0-9A-Z]{5}$/.test(String((error as { code?: unknown }).code ?? ""));
}

type Waiting<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Runs items together: what is asked for in one turn of the event loop goes as one call when the turn ends, and what gathers
 * while all slots are busy as soon as one is free. An item that comes alone goes alone. Nothing waits for a timer.
 */
export class MicroBatch<Item, Result> {
  readonly #options: MicroBatchOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #isFilling = false;

  constructor(options: MicroBatchOptions<Item, Result>) {
    this.#options = options;
  }

  /** The result of one item, whether it ran alone or with others; rejects with what its run threw. */
  run(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#fillSoon();
    });
  }

  /** When everything that the sockets hold has been read: a busy process finds several requests in one turn. */
  #fillSoon(): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    setImmediate(() => {
      this.#isFilling = false;
      this.#fill();
    });
  }

  #fill(): void {
    while (this.#running < this.#options.slots && this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, this.#options.maxItems);
      this.#running += 1;
      void this.#carryOut(taken).finally(() => {
        this.#running -= 1;
        this.#fillSoon();
      });
    }
  }

  async #carryOut(taken: readonly Waiting<Item, Result>[]): Promise<void> {
    const left = taken.length > 1 ? await this.#together(taken) : taken;
    for (const one of left) await this.#alone(one);
  }

  async #alone({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> {
    try {
      resolve(await this.#options.runOne(item));
    } catch (error) {
      reject(error);
    }
  }

  /** Answers those that must still be run alone. */
  async #together(taken: readonly Waiting<Item, Result>[]): Promise<Waiting<Item, Result>[]> {
    try {
      const results = await this.#options.runMany(taken.map(({ item }) => item));
      return taken.filter((one, at) => {
        const result = results[at] ?? null;
        if (result !== null) one.resolve(result);
        return result === null;
      });
    } catch (error) {
      if (this.#options.isUndone(error)) return [...taken];
      for (const { reject } of taken) reject(error);
      return [];
    }
  }
}
