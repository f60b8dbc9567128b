import { UpstreamError } from "#lib/api/front-door/upstream.ts";

export type TurnLimits = {
  /** Pages rendered at a time: enough to keep the renderer busy while some of them wait for the database. */
  readonly atOnce: number;
  /** Of those, at most so many of one lane: whoever comes beside a flood finds a free place. */
  readonly ofOneLane: number;
  /** Pages of one lane that may wait; three browsers have eighteen requests under way at most. */
  readonly waiting: number;
  /** How long a page waits for its turn before it counts as not answered. */
  readonly waitMs: number;
};

const turnLimits: TurnLimits = { atOnce: 8, ofOneLane: 4, waiting: 100, waitMs: 20_000 };

/** Development: pages come with their parts and their line to the browser, one person asks. */
export const unlimitedTurns: Partial<TurnLimits> = {
  atOnce: Number.POSITIVE_INFINITY,
  ofOneLane: Number.POSITIVE_INFINITY,
  waiting: Number.POSITIVE_INFINITY,
};

/** When to come again who has as many pages waiting as they may. */
export const FULL_WAIT_SECONDS = 5;

/** Pages that nobody waits for (refills of the cache) have a lane of their own. */
export const OWN_LANE = "own";

/** Whoever wanted the page has gone before its turn came. */
class GaveUp extends Error {
  override name = "GaveUp";
}

type Lane = { running: number; readonly waiting: Set<Turn> };

/**
 * Turns at the page renderer. Each lane (a network, or one signed-in user) has a queue; lanes take turns, so that a page waits for
 * one page of each other lane at most, however many those have queued.
 */
export class PageTurns {
  readonly #limits: TurnLimits;
  /** In the order in which they may begin their next page. Only those that run or wait. */
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(limits: Partial<TurnLimits> = {}) {
    this.#limits = { ...turnLimits, ...limits };
  }

  get running(): number {
    return this.#running;
  }

  /** Pages that wait; one that several lanes wait for counts once for each. */
  get waiting(): number {
    return [...this.#lanes.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** No more pages of this lane may queue. */
  isFull(lane: string): boolean {
    return (this.#lanes.get(lane)?.waiting.size ?? 0) >= this.#limits.waiting;
  }

  /** Queues a page. It begins when `turn.begun` resolves; `turn.end()` must follow in any case. */
  ask(lane: string): Turn {
    const turn = new Turn({
      waitMs: this.#limits.waitMs,
      queue: (name) => this.#queue(turn, name),
      end: (began) => this.#end(turn, began),
    });
    turn.join(lane);
    return turn;
  }

  #queue(turn: Turn, name: string): void {
    const lane = this.#lanes.get(name) ?? { running: 0, waiting: new Set() };
    this.#lanes.set(name, lane);
    lane.waiting.add(turn);
    this.#beginNext();
  }

  #end(turn: Turn, began: string | null): void {
    for (const { waiting } of this.#lanes.values()) waiting.delete(turn);
    const lane = began === null ? undefined : this.#lanes.get(began);
    if (lane) {
      lane.running -= 1;
      this.#running -= 1;
    }
    for (const [name, { running, waiting }] of this.#lanes)
      if (running === 0 && waiting.size === 0) this.#lanes.delete(name);
    this.#beginNext();
  }

  #beginNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const next = [...this.#lanes].find(
        ([, { running, waiting }]) => waiting.size > 0 && running < this.#limits.ofOneLane,
      );
      if (!next) return;
      const [name, lane] = next;
      const [turn] = lane.waiting;
      for (const { waiting } of this.#lanes.values()) waiting.delete(turn!);
      // Behind all others.
      this.#lanes.delete(name);
      this.#lanes.set(name, lane);
      lane.running += 1;
      this.#running += 1;
      turn!.begin(name);
    }
  }
}

type TurnHooks = {
  readonly waitMs: number;
  queue(lane: string): void;
  end(began: string | null): void;
};

/** One page's place: in the queue of its lane, then at the renderer. */
export class Turn {
  /** Resolves when the page may be rendered. Rejects with `GaveUp` when it ended before, with `UpstreamError` when that took too long. */
  readonly begun: Promise<void>;
  readonly #hooks: TurnHooks;
  #settle: { resolve: () => void; reject: (error: Error) => void };
  #timer: NodeJS.Timeout | undefined;
  #state: "waiting" | "running" | "over" = "waiting";
  #lane: string | null = null;

  constructor(hooks: TurnHooks) {
    this.#hooks = hooks;
    const { promise, ...settle } = Promise.withResolvers<void>();
    this.begun = promise;
    // Whoever has gone does not look.
    promise.catch(() => {});
    this.#settle = settle;
  }

  /** Lets it begin with this lane's next turn too: somebody else waits for the same page. */
  join(lane: string): void {
    if (this.#state !== "waiting") return;
    this.#hooks.queue(lane);
    if (this.#isWaiting()) this.#timer ??= setTimeout(() => this.#tooLate(), this.#hooks.waitMs).unref();
  }

  /** Only for the queue. */
  begin(lane: string): void {
    this.#state = "running";
    this.#lane = lane;
    clearTimeout(this.#timer);
    this.#settle.resolve();
  }

  /** Frees the place, or leaves the queue. Any number of times. */
  end(): void {
    if (this.#state === "over") return;
    this.#state = "over";
    clearTimeout(this.#timer);
    this.#settle.reject(new GaveUp());
    this.#hooks.end(this.#lane);
  }

  #isWaiting(): boolean {
    return this.#state === "waiting";
  }

  #tooLate(): void {
    this.#settle.reject(new UpstreamError(new Error(`no turn within ${this.#hooks.waitMs} ms`)));
    this.end();
  }
}
