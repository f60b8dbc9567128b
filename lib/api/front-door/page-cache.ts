import { LRUCache } from "lru-cache";
import type { KeptAnswer } from "#lib/api/front-door/kept-answer.ts";
import { monotonicMs } from "#lib/clock.ts";

/**
 * What a fill brings home: a page to keep, or an answer for those who wait now and nobody else. A failure (5xx) is shown
 * only where there is no former copy.
 */
export type Filled<Once> = { keep: KeptAnswer; tags: readonly string[] } | { once: Once; isFailure: boolean };

export type PageLifetime = { freshMs: number; staleMs: number };

type Entry = {
  readonly answer: KeptAnswer;
  readonly tags: readonly string[];
  filledAtMs: number;
  readonly lifetime: PageLifetime;
  /** When one of its tags was announced; such a copy is shown for one more second at most. */
  droppedAtMs: number | null;
  lastUsedMs: number;
};

/** A dropped page that somebody looked at within this time is made anew at once, not at the next visit. */
const HOT_MS = 60_000;
/** While the renderer fails, a former copy is shown and the next try comes after this. */
const FAILED_PAUSE_MS = 1_000;
/** How long a dropped copy may still be shown while the new one is being made. */
const GRACE_MS = 700;

export type CacheResult = "hit" | "stale" | "miss";
export type Looked<Once> = { result: CacheResult } & ({ answer: KeptAnswer } | { once: Once });

/**
 * Pages in memory by address, with one fill per address at a time, background refresh after the fresh time,
 * and dropping by tag. A fill that was under way when one of its tags was announced counts as dropped: it may have
 * read the old price.
 */
export class PageCache<Once> {
  readonly #entries: LRUCache<string, Entry>;
  readonly #fills = new Map<string, Promise<Filled<Once>>>();
  readonly #refills = new Map<string, () => Promise<Filled<Once>>>();
  /** Announced tag -> when, kept for as long as a fill can take. */
  readonly #announced = new Map<string, number>();
  #clearedAtMs = Number.NEGATIVE_INFINITY;

  constructor(maxBytes: number) {
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (entry) => entry.answer.bytes + 2_048,
      dispose: (_entry, address, reason) => {
        if (reason !== "set") this.#refills.delete(address);
      },
    });
  }

  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** The copy that may be shown right now, or null: the hot path, without a promise. */
  peek(address: string): KeptAnswer | null {
    const entry = this.#entries.get(address);
    if (!entry || entry.droppedAtMs !== null) return null;
    const nowMs = monotonicMs();
    if (nowMs - entry.filledAtMs >= entry.lifetime.freshMs) return null;
    entry.lastUsedMs = nowMs;
    return entry.answer;
  }

  /** The page at `address`; `fill` makes it when there is none to show. Throws what `fill` throws. */
  async look(
    address: string,
    lifetime: PageLifetime,
    fill: () => Promise<Filled<Once>>,
  ): Promise<Looked<Once>> {
    const entry = this.#entries.get(address);
    const nowMs = monotonicMs();
    if (entry) {
      entry.lastUsedMs = nowMs;
      const age = nowMs - entry.filledAtMs;
      if (entry.droppedAtMs === null && age < entry.lifetime.freshMs)
        return { result: "hit", answer: entry.answer };
      const isShowable =
        entry.droppedAtMs === null
          ? age < entry.lifetime.freshMs + entry.lifetime.staleMs
          : nowMs - entry.droppedAtMs < GRACE_MS;
      if (isShowable) {
        this.#fillOnce(address, lifetime, fill).catch(() => {});
        return { result: "stale", answer: entry.answer };
      }
    }
    try {
      const filled = await this.#fillOnce(address, lifetime, fill);
      if ("keep" in filled) return { result: "miss", answer: filled.keep };
      // A former copy is better than a failure.
      if (entry && filled.isFailure) return { result: "stale", answer: entry.answer };
      return { result: "miss", once: filled.once };
    } catch (error) {
      if (entry) return { result: "stale", answer: entry.answer };
      throw error;
    }
  }

  /** Drops the pages that carry one of `tags`; those in use are made anew at once. */
  drop(tags: readonly string[]): void {
    const nowMs = monotonicMs();
    for (const tag of tags) this.#announced.set(tag, nowMs);
    for (const [address, entry] of this.#entries.entries()) {
      if (entry.droppedAtMs !== null || !tags.some((tag) => carries(entry.tags, tag))) continue;
      entry.droppedAtMs = nowMs;
      const refill = this.#refills.get(address);
      if (refill && nowMs - entry.lastUsedMs < HOT_MS)
        this.#fillOnce(address, entry.lifetime, refill).catch(() => {});
    }
    for (const [tag, atMs] of this.#announced) if (nowMs - atMs > 60_000) this.#announced.delete(tag);
  }

  /** Forgets everything, and whatever is being filled: notices may have been missed. */
  clear(): void {
    this.#clearedAtMs = monotonicMs();
    this.#entries.clear();
    this.#refills.clear();
  }

  #fillOnce(
    address: string,
    lifetime: PageLifetime,
    fill: () => Promise<Filled<Once>>,
  ): Promise<Filled<Once>> {
    const running = this.#fills.get(address);
    if (running) return running;
    const startedMs = monotonicMs();
    const run = fill()
      .then((filled) => {
        if ("keep" in filled) this.#store(address, lifetime, fill, filled, startedMs);
        else if (filled.isFailure) this.#postpone(address);
        else this.#entries.delete(address);
        return filled;
      })
      .catch((error: unknown) => {
        this.#postpone(address);
        throw error;
      })
      .finally(() => this.#fills.delete(address));
    this.#fills.set(address, run);
    return run;
  }

  /** The renderer fails: the former copy is shown, and for a moment nobody asks for a new one. */
  #postpone(address: string): void {
    const entry = this.#entries.get(address);
    if (!entry) return;
    entry.droppedAtMs = null;
    entry.filledAtMs = monotonicMs() - entry.lifetime.freshMs + FAILED_PAUSE_MS;
  }

  #store(
    address: string,
    lifetime: PageLifetime,
    fill: () => Promise<Filled<Once>>,
    filled: { keep: KeptAnswer; tags: readonly string[] },
    startedMs: number,
  ): void {
    const nowMs = monotonicMs();
    const announcedMs = Math.max(
      this.#clearedAtMs,
      ...[...this.#announced].filter(([tag]) => carries(filled.tags, tag)).map(([, atMs]) => atMs),
    );
    const isOutdated = announcedMs >= startedMs;
    this.#refills.set(address, fill);
    this.#entries.set(address, {
      answer: filled.keep,
      tags: filled.tags,
      filledAtMs: nowMs,
      lifetime,
      droppedAtMs: isOutdated ? announcedMs : null,
      lastUsedMs: nowMs,
    });
    // Made from what was being replaced: once more, after this fill has left the table.
    if (isOutdated) setImmediate(() => void this.#fillOnce(address, lifetime, fill).catch(() => {}));
  }
}

/** `offers:*` on a page stands for every `offers:...`; an announced `offers:*` reaches every such page. */
function carries(pageTags: readonly string[], announced: string): boolean {
  return pageTags.some(
    (tag) =>
      tag === announced ||
      (tag.endsWith("*") && announced.startsWith(tag.slice(0, -1))) ||
      (announced.endsWith("*") && tag.startsWith(announced.slice(0, -1))),
  );
}
