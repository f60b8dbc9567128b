import { LRUCache } from "lru-cache";
import type { KeptAnswer } from "#lib/api/front-door/kept-answer.ts";
import { monotonicMs } from "#lib/clock.ts";

/**
 * What a fill brings home: a page to keep, or an answer for those who wait now and nobody else. A failure (5xx,
 * or a page that lacks what could not be read) is shown only where there is no former copy.
 */
export type Filled<Once> =
  | { keep: KeptAnswer; tags: readonly string[]; begunAtMs: number }
  | { once: Once; isFailure: boolean };

/**
 * Makes a page. `lane` is whose visit waits for it, null when nobody's does. `begunAtMs` (monotonic) of what it returns is when the
 * renderer was asked: what was announced before that moment is in the page.
 */
type Fill<Once> = (lane: string | null) => Promise<Filled<Once>>;

type PageLifetime = { freshMs: number; staleMs: number };

/** Where a page is kept, and for how long. All pages of a `group` share a part of the memory; without one there is no such bound. */
export type PagePlace = {
  readonly address: string;
  readonly lifetime: PageLifetime;
  readonly group?: string;
};

type Entry = {
  readonly answer: KeptAnswer;
  readonly tags: readonly string[];
  filledAtMs: number;
  /** When it was made; `filledAtMs` is moved while the renderer fails. */
  readonly madeAtMs: number;
  readonly place: PagePlace;
  /** When one of its tags was announced; such a copy is shown for one more second at most. */
  droppedAtMs: number | null;
  lastUsedMs: number;
};

/** A dropped page that somebody looked at within this time is made anew at once, not at the next visit. */
const HOT_MS = 60_000;
/** So many of them at a time, so that visitors of other pages find a renderer that is free. */
const REFILLS_AT_ONCE = 2;
/** So many after one announcement, addresses without a query first; the others are made at their next visit. */
const REFILLS_MAX = 60;
/** The part of the memory that the addresses of one group may take. */
const GROUP_SHARE = 0.25;
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
  readonly #groupMaxBytes: number;
  readonly #groupBytes = new Map<string, number>();
  readonly #fills = new Map<string, Promise<Filled<Once>>>();
  readonly #refills = new Map<string, Fill<Once>>();
  /** Addresses to be made anew that nobody waits for, in their order. */
  #waiting: string[] = [];
  #refilling = 0;
  #refilled = 0;
  /** Announced tag -> when, kept for as long as a fill can take. */
  readonly #announced = new Map<string, number>();
  #clearedAtMs = Number.NEGATIVE_INFINITY;

  constructor(maxBytes: number) {
    this.#groupMaxBytes = maxBytes * GROUP_SHARE;
    this.#entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: sizeOf,
      dispose: (entry, address, reason) => {
        if (reason !== "set") this.#refills.delete(address);
        this.#addToGroup(entry, -sizeOf(entry));
      },
      onInsert: (entry) => this.#addToGroup(entry, sizeOf(entry)),
    });
  }

  /** Pages made anew without a visitor who waits. */
  get refills(): number {
    return this.#refilled;
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
    if (nowMs - entry.filledAtMs >= entry.place.lifetime.freshMs) return null;
    entry.lastUsedMs = nowMs;
    return entry.answer;
  }

  /** How many seconds ago the copy of an address was made; null where there is none. It does not count as looked at. */
  ageSeconds(address: string): number | null {
    const entry = this.#entries.peek(address);
    return entry ? Math.floor((monotonicMs() - entry.madeAtMs) / 1_000) : null;
  }

  /** The page of a place; `fill` makes it when there is none to show, for a visit of `lane`. Throws what `fill` throws. */
  async look(place: PagePlace, fill: Fill<Once>, lane: string | null = null): Promise<Looked<Once>> {
    const entry = this.#entries.get(place.address);
    const nowMs = monotonicMs();
    if (entry) {
      entry.lastUsedMs = nowMs;
      const age = nowMs - entry.filledAtMs;
      if (entry.droppedAtMs === null && age < entry.place.lifetime.freshMs)
        return { result: "hit", answer: entry.answer };
      const isShowable =
        entry.droppedAtMs === null
          ? age < entry.place.lifetime.freshMs + entry.place.lifetime.staleMs
          : nowMs - entry.droppedAtMs < GRACE_MS;
      if (isShowable) {
        this.#fillOnce(place, fill, null).catch(() => {});
        return { result: "stale", answer: entry.answer };
      }
    }
    try {
      const filled = await this.#fillOnce(place, fill, lane);
      if ("keep" in filled) return { result: "miss", answer: filled.keep };
      // A former copy is better than a failure.
      if (entry && filled.isFailure) return { result: "stale", answer: entry.answer };
      return { result: "miss", once: filled.once };
    } catch (error) {
      if (entry) return { result: "stale", answer: entry.answer };
      throw error;
    }
  }

  /** Drops the pages that carry one of `tags`; those in use are made anew, a few at a time. */
  drop(tags: readonly string[]): void {
    const nowMs = monotonicMs();
    for (const tag of tags) this.#announced.set(tag, nowMs);
    const inUse: string[] = [];
    for (const [address, entry] of this.#entries.entries()) {
      if (entry.droppedAtMs !== null || !tags.some((tag) => carries(entry.tags, tag))) continue;
      entry.droppedAtMs = nowMs;
      if (nowMs - entry.lastUsedMs < HOT_MS) inUse.push(address);
    }
    this.#refillSoon(inUse);
    for (const [tag, atMs] of this.#announced) if (nowMs - atMs > 60_000) this.#announced.delete(tag);
  }

  /** Forgets everything, and whatever is being filled: notices may have been missed. */
  clear(): void {
    this.#clearedAtMs = monotonicMs();
    this.#entries.clear();
    this.#refills.clear();
    this.#waiting = [];
  }

  /** Has these made anew after those that wait already: addresses without a query first. */
  #refillSoon(addresses: readonly string[]): void {
    const all = [...new Set([...this.#waiting, ...addresses])];
    const isPlain = (address: string) => !address.includes("?");
    const sorted = [...all.filter(isPlain), ...all.filter((address) => !isPlain(address))];
    this.#waiting = sorted.slice(0, REFILLS_MAX);
    while (this.#refilling < REFILLS_AT_ONCE && this.#waiting.length > 0) void this.#refillNext();
  }

  async #refillNext(): Promise<void> {
    this.#refilling += 1;
    for (let address = this.#waiting.shift(); address !== undefined; address = this.#waiting.shift()) {
      const entry = this.#entries.peek(address);
      const fill = this.#refills.get(address);
      // A visitor may have been faster.
      if (!entry || !fill || entry.droppedAtMs === null || this.#fills.has(address)) continue;
      this.#refilled += 1;
      await this.#fillOnce(entry.place, fill, null).catch(() => {});
    }
    this.#refilling -= 1;
  }

  #addToGroup({ place: { group } }: Entry, bytes: number): void {
    if (group === undefined) return;
    const left = (this.#groupBytes.get(group) ?? 0) + bytes;
    if (left === 0) this.#groupBytes.delete(group);
    else this.#groupBytes.set(group, left);
  }

  /** Forgets of a group what was not used for longest, until it is within its share. */
  #keepToShare(group: string | undefined): void {
    if (group === undefined || (this.#groupBytes.get(group) ?? 0) <= this.#groupMaxBytes) return;
    for (const address of [...this.#entries.rkeys()]) {
      if ((this.#groupBytes.get(group) ?? 0) <= this.#groupMaxBytes) return;
      if (this.#entries.peek(address)?.place.group === group) this.#entries.delete(address);
    }
  }

  #fillOnce(place: PagePlace, fill: Fill<Once>, lane: string | null): Promise<Filled<Once>> {
    const { address } = place;
    const running = this.#fills.get(address);
    if (running) return running;
    const run = fill(lane)
      .then((filled) => {
        if ("keep" in filled) this.#store(place, fill, filled);
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
    entry.filledAtMs = monotonicMs() - entry.place.lifetime.freshMs + FAILED_PAUSE_MS;
  }

  #store(
    place: PagePlace,
    fill: Fill<Once>,
    filled: { keep: KeptAnswer; tags: readonly string[]; begunAtMs: number },
  ): void {
    const nowMs = monotonicMs();
    const announcedMs = Math.max(
      this.#clearedAtMs,
      ...[...this.#announced].filter(([tag]) => carries(filled.tags, tag)).map(([, atMs]) => atMs),
    );
    const isOutdated = announcedMs >= filled.begunAtMs;
    const entry: Entry = {
      answer: filled.keep,
      tags: filled.tags,
      filledAtMs: nowMs,
      madeAtMs: nowMs,
      place,
      droppedAtMs: isOutdated ? announcedMs : null,
      // A page that nobody looks at is not in use for having been made anew.
      lastUsedMs: this.#entries.peek(place.address)?.lastUsedMs ?? nowMs,
    };
    this.#refills.set(place.address, fill);
    this.#entries.set(place.address, entry);
    this.#keepToShare(place.group);
    // Made from what was being replaced: once more, after this fill has left the table.
    if (isOutdated) setImmediate(() => this.#refillSoon([place.address]));
  }
}

function sizeOf({ answer }: Entry): number {
  return answer.bytes + 2_048;
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
