import type { EventStream } from "#lib/api/event-streams.ts";

/** What a good session or key says of its own end. */
type Proven = {
  /** Milliseconds until it ends by its date; null = by none. */
  readonly endsInMs: number | null;
};

/** Asks whether who opened a stream would be let in now: null = no more. Rejections count as "ask again later". */
export type Prove = () => Promise<Proven | null>;

export type ProvenStream = EventStream<{ readonly prove: Prove }>;

/** A date within so many looks has a timer; one further off is met again by a later look. */
const LOOKS_AHEAD = 3;
/** Asked so long after the date: by then it has passed for the database too. */
const AFTER_DATE_MS = 20;
/** A database that was away at the date is asked again so soon. */
const AWAY_MS = 1_000;

export type StreamProofsOptions = {
  /** Those that are open now. */
  readonly listOpen: () => readonly ProvenStream[];
  readonly everyMs: number;
};

/**
 * A stream outlives the request that opened it, but not the session or key: whoever is not let in any more is sent away. Asked when a
 * notice says that something has changed (`again`), at the date by which the session or key ends, and every `everyMs` for what
 * neither tells.
 */
export class StreamProofs {
  readonly #options: StreamProofsOptions;
  readonly #atDate = new Map<ProvenStream, NodeJS.Timeout>();
  #lookTimer: NodeJS.Timeout | undefined;

  constructor(options: StreamProofsOptions) {
    this.#options = options;
  }

  /** Watches a stream that has just been opened; what happened while its opener was let in was told to nobody. */
  async watch(stream: ProvenStream): Promise<void> {
    this.#lookTimer ??= this.#lookLater();
    await this.again([stream]);
  }

  async again(streams: Iterable<ProvenStream>): Promise<void> {
    for (const stream of streams) await this.#prove(stream);
  }

  /** Nobody is left to watch. */
  stop(): void {
    clearTimeout(this.#lookTimer);
    this.#lookTimer = undefined;
    for (const timer of this.#atDate.values()) clearTimeout(timer);
    this.#atDate.clear();
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), this.#options.everyMs);
  }

  async #look(): Promise<void> {
    const own = this.#lookTimer;
    await this.again(this.#options.listOpen());
    // Stopped meanwhile, and perhaps begun anew.
    if (this.#lookTimer === own) this.#lookTimer = this.#lookLater();
  }

  async #prove(stream: ProvenStream, onAway?: () => void): Promise<void> {
    if (!stream.isOpen) return;
    try {
      const proven = await stream.facts.prove();
      if (proven === null) stream.close();
      this.#askAt(stream, proven?.endsInMs ?? null);
    } catch {
      onAway?.();
    }
  }

  #askAt(stream: ProvenStream, endsInMs: number | null): void {
    clearTimeout(this.#atDate.get(stream));
    this.#atDate.delete(stream);
    if (!stream.isOpen || endsInMs === null || endsInMs > LOOKS_AHEAD * this.#options.everyMs) return;
    const ask = () => {
      this.#atDate.delete(stream);
      void this.#prove(stream, () => this.#askAt(stream, AWAY_MS));
    };
    this.#atDate.set(stream, setTimeout(ask, Math.max(0, endsInMs) + AFTER_DATE_MS));
  }
}
