import { setTimeout as pause } from "node:timers/promises";
import type { Outgoing } from "#lib/api/door-facts.ts";
import { type EventStream, EventStreams, encodeEvent } from "#lib/api/event-streams.ts";
import type { Db } from "#lib/db/pool.ts";
import { EventFeed, findNewestEventId, listEventsSince, type StoredEvent } from "#lib/jobs/event-feed.ts";
import { type Prove, StreamProofs } from "#lib/jobs/stream-proofs.ts";
import { log } from "#lib/log.ts";

/** Users whose changes are read at the same time; the rest of the pool is for requests. */
const READERS = 6;
const FAILED_PAUSE_MS = 500;

/** What a stream shows of its owner's events; streams with the same `name` are told the same bytes. */
export type StreamView = { readonly name: string };

export type LiveHubOptions<View extends StreamView> = {
  db: Db;
  /**
   * Reads what the events of a user speak of as it is now, and encodes it for the user's streams of that view. What the view does not
   * show becomes a place to resume from (`encodePlace`).
   */
  encode: (userId: number, events: readonly StoredEvent[], view: View) => Promise<Uint8Array>;
  streamsPerUser: number;
  /** How often the proof behind an open stream is asked for again. */
  proveAgainEveryMs: number;
};

export type OpenRequest<View extends StreamView> = {
  userId: number;
  view: View;
  /** The last event the reader has, or null for a new reader. */
  lastEventId: number | null;
  /** Is the session or key still good, and for the same? */
  prove: Prove;
  /** The connection to write to; without one the answer has a body. */
  outgoing?: Outgoing | null;
};

type Facts<View> = { readonly view: View; readonly prove: Prove };

/**
 * Joins the feed of events with the open streams of this process. Per user one reader at a time, so that an older
 * state never overtakes a newer one; while it reads, further events of the user gather for the next round.
 */
export class LiveHub<View extends StreamView> {
  readonly streams: EventStreams<Facts<View>>;
  readonly #options: LiveHubOptions<View>;
  readonly #feed: EventFeed;
  readonly #waiting = new Map<number, StoredEvent[]>();
  readonly #reading = new Set<number>();
  readonly #proofs: StreamProofs;
  #isClosed = false;

  constructor(options: LiveHubOptions<View>) {
    this.#options = options;
    this.#feed = new EventFeed(options.db, (events) => this.#take(events));
    this.streams = new EventStreams({ maxPerKey: options.streamsPerUser, onIdle: () => this.#rest() });
    this.#proofs = new StreamProofs({
      listOpen: () => this.streams.all(),
      everyMs: options.proveAgainEveryMs,
    });
  }

  /** On a notice that events were written. */
  wake(): void {
    this.#feed.wake();
  }

  /**
   * Opens a stream and answers what goes to the client; rejects when the database is away. A reader that was here before gets
   * what was missed.
   */
  async open({ userId, view, lastEventId, prove, outgoing }: OpenRequest<View>): Promise<Response> {
    const stream = this.streams.open(userId, { view, prove });
    try {
      await this.#proofs.watch(stream);
      await this.#feed.start();
      await this.#greet(stream, lastEventId);
    } catch (error) {
      stream.close();
      throw error;
    }
    if (this.#isClosed) stream.close();
    return stream.answer(outgoing ?? null);
  }

  /** A user's sessions, keys or standing have changed (null: anybody's may have): whoever is not let in any more is sent away. */
  async proveAgain(userId: number | null): Promise<void> {
    await this.#proofs.again(userId === null ? this.streams.all() : this.streams.of(userId));
  }

  /** The process stops: every reader is told to come back, and finds another process. */
  close(): void {
    this.#isClosed = true;
    this.streams.closeAll();
    this.#rest();
  }

  async #greet(stream: EventStream<Facts<View>>, lastEventId: number | null): Promise<void> {
    const { db, encode } = this.#options;
    const missed = lastEventId === null ? null : await listEventsSince(db, stream.key, lastEventId);
    const id = missed ? Math.max(lastEventId!, missed.at(-1)?.id ?? 0) : await findNewestEventId(db);
    const changes = missed && missed.length > 0 ? await encode(stream.key, missed, stream.facts.view) : null;
    stream.send(encodeEvent({ id, event: "ready", data: { resumed: missed !== null } }));
    if (changes) stream.send(changes);
  }

  #rest(): void {
    this.#feed.stop();
    this.#proofs.stop();
    this.#waiting.clear();
  }

  #take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (!this.streams.has(event.userId)) continue;
      const waiting = this.#waiting.get(event.userId);
      if (waiting) waiting.push(event);
      else this.#waiting.set(event.userId, [event]);
    }
    this.#readNext();
  }

  #readNext(): void {
    for (const userId of this.#waiting.keys()) {
      if (this.#reading.size >= READERS) return;
      if (this.#reading.has(userId)) continue;
      this.#reading.add(userId);
      void this.#deliver(userId).finally(() => {
        this.#reading.delete(userId);
        this.#readNext();
      });
    }
  }

  async #deliver(userId: number): Promise<void> {
    const events = this.#waiting.get(userId) ?? [];
    this.#waiting.delete(userId);
    const byView = Map.groupBy(this.streams.of(userId), (stream) => stream.facts.view.name);
    try {
      for (const streams of byView.values()) {
        const chunk = await this.#options.encode(userId, events, streams[0]!.facts.view);
        for (const stream of streams) stream.send(chunk);
      }
    } catch (error) {
      log.warn({ error: (error as Error).message }, "could not read what an event speaks of");
      await pause(FAILED_PAUSE_MS);
      if (this.streams.has(userId))
        this.#waiting.set(userId, [...events, ...(this.#waiting.get(userId) ?? [])]);
    }
  }
}
