import type { Caller } from "#lib/api/route.ts";
import { monotonicMs } from "#lib/clock.ts";
import type { Db } from "#lib/db/pool.ts";
import { EventFeed } from "#lib/jobs/event-feed.ts";

/** With nobody waiting for so long the events are left alone. */
const RESTS_AFTER_MS = 10_000;

/** Somebody who waits for news. */
export type Watch = {
  /** Resolves when something has happened since it was last asked (or since the watch began), or after `ms`. */
  next(ms: number, signal: AbortSignal): Promise<void>;
  end(): void;
};

/** What can be watched: an order, a rental, a search, or whatever a user's sandboxes hold. */
export type Topic = `order:${number}` | `rental:${number}` | `search:${number}` | `sandbox:${number}`;

export const orderTopic = (orderId: number): Topic => `order:${orderId}`;
export const rentalTopic = (rentalId: number): Topic => `rental:${rentalId}`;
export const searchTopic = (searchId: number): Topic => `search:${searchId}`;
export const sandboxTopic = (userId: number): Topic => `sandbox:${userId}`;

/** What a caller watches for news of an order or a rental: nobody writes events of what a sandbox holds. */
export function topicFor({ actor }: Pick<Caller, "actor">, topic: Topic): Topic {
  return actor.key?.isSandbox ? sandboxTopic(actor.userId) : topic;
}

type Watcher = { hasNews: boolean; wake: () => void };

/**
 * Wakes those who wait for changes of orders, by the events that this process follows anyway: no question to the database
 * while nothing happens, and a waiting caller is an entry in a map. Follows the events only while somebody waits.
 */
export class OrderNews {
  readonly #feed: EventFeed;
  readonly #watchers = new Map<Topic, Set<Watcher>>();
  #count = 0;
  #restTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(db: Db) {
    this.#feed = new EventFeed(db, (events) => {
      for (const { data } of events) {
        if (typeof data.activationId === "number") this.ring(orderTopic(data.activationId));
        if (typeof data.searchId === "number") this.ring(searchTopic(data.searchId));
        if (typeof data.rentalId === "number") this.ring(rentalTopic(data.rentalId));
      }
    });
  }

  /** How many are waiting. */
  get count(): number {
    return this.#count;
  }

  /** No more waiting: the process stops, and whoever waits is answered now. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** On a notice that events were written. */
  wake(): void {
    this.#feed.wake();
  }

  /** Wakes those who watch this. */
  ring(topic: Topic): void {
    for (const watcher of this.#watchers.get(topic) ?? []) {
      watcher.hasNews = true;
      watcher.wake();
    }
  }

  /** Begins to watch; what happens from now on is not missed. Rejects when the database is away. */
  async watch(topics: readonly Topic[]): Promise<Watch> {
    clearTimeout(this.#restTimer);
    this.#count += 1;
    try {
      await this.#feed.start();
    } catch (error) {
      this.#leave();
      throw error;
    }
    const watcher: Watcher = { hasNews: false, wake: () => {} };
    for (const topic of topics) {
      const others = this.#watchers.get(topic);
      if (others) others.add(watcher);
      else this.#watchers.set(topic, new Set([watcher]));
    }
    return {
      next: (ms, signal) => this.#next(watcher, ms, signal),
      end: () => this.#end(topics, watcher),
    };
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#restTimer);
    for (const watchers of this.#watchers.values()) for (const { wake } of watchers) wake();
    this.#feed.stop();
  }

  async #next(watcher: Watcher, ms: number, signal: AbortSignal): Promise<void> {
    if (!watcher.hasNews && !signal.aborted && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        signal.addEventListener("abort", wake);
        watcher.wake = wake;
      });
    }
    watcher.hasNews = false;
  }

  #end(topics: readonly Topic[], watcher: Watcher): void {
    for (const topic of topics) {
      const watchers = this.#watchers.get(topic);
      if (watchers?.delete(watcher) && watchers.size === 0) this.#watchers.delete(topic);
    }
    this.#leave();
  }

  #leave(): void {
    this.#count -= 1;
    if (this.#count > 0) return;
    this.#restTimer = setTimeout(() => this.#feed.stop(), RESTS_AFTER_MS);
    this.#restTimer.unref();
  }
}

const newsOfDb = new WeakMap<Db, OrderNews>();

/** The waiting callers of this process. */
export function orderNews(db: Db): OrderNews {
  let news = newsOfDb.get(db);
  if (!news) {
    news = new OrderNews(db);
    newsOfDb.set(db, news);
  }
  return news;
}

export type Waiting<Found> = {
  readonly read: () => Promise<Found>;
  readonly isNews: (found: Found) => boolean;
  readonly watch: Watch;
  /** Time until what was found changes by itself, where that is known. */
  readonly changesInMs?: (found: Found) => number;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
  /** No more waiting, whatever time is left. */
  readonly isOver: () => boolean;
};

/** Reads again whenever the watch tells of something, until it is news or the time is over; answers what was read last. */
export async function readWhenNews<Found>(waiting: Waiting<Found>): Promise<Found> {
  const { read, isNews, watch, signal } = waiting;
  const untilMs = monotonicMs() + waiting.waitSeconds * 1_000;
  try {
    for (;;) {
      const found = await read();
      const leftMs = untilMs - monotonicMs();
      if (isNews(found) || leftMs <= 0 || signal.aborted || waiting.isOver()) return found;
      await watch.next(Math.min(leftMs, waiting.changesInMs?.(found) ?? leftMs), signal);
      // Nobody reads the answer.
      if (signal.aborted) return found;
    }
  } finally {
    watch.end();
  }
}
