import type { ServerResponse } from "node:http";
import type { Outgoing } from "#lib/api/door-facts.ts";

const HEARTBEAT_MS = 15_000;
/** Heartbeats of all streams go out in so many parts: ten thousand writes at once would hold up everything else. */
const BEAT_PARTS = 60;
/** A reader that leaves this much lying unread is too slow: cut off, it comes back and resumes. */
const QUEUE_LIMIT_BYTES = 128 * 1024;
/** Told to browsers: wait this long before coming back. */
const RETRY_MS = 2_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": still here\n\n");
const FIRST_WORDS = encoder.encode(`retry: ${RETRY_MS}\n\n`);
/** Shared by all streams that have begun. */
const NOTHING: Uint8Array[] = [];
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  // A proxy such as nginx must not gather events before passing them on.
  "x-accel-buffering": "no",
};

export type ServerEvent = { id?: number; event: string; data: unknown };

/** One event as it goes over the wire (`text/event-stream`). */
export function encodeEvent({ id, event, data }: ServerEvent): Uint8Array {
  return encoder.encode(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

/** A place to resume from without an event: readers note it and hear nothing. */
export function encodePlace(id: number): Uint8Array {
  return encoder.encode(`id: ${id}\n\n`);
}

export type EventStream<Facts> = {
  readonly key: number;
  readonly facts: Facts;
  readonly isOpen: boolean;
  /** Writes encoded events; a slow or closed reader loses them and resumes later. Until the stream is answered they wait. */
  send(chunk: Uint8Array): void;
  /**
   * Begins to write, first how long to wait before coming back. The answer goes to the client; with a connection (`outgoing`)
   * everything is written there, and the answer is empty.
   */
  answer(outgoing: Outgoing | null): Response;
  close(): void;
};

/** Where a stream's bytes go. */
type Sink = {
  /** Answers how many bytes lie unread. */
  write(chunk: Uint8Array): number;
  end(): void;
  /** Ends without waiting for what lies unread. */
  cut(): void;
};

class OpenStream<Facts> implements EventStream<Facts> {
  readonly key: number;
  readonly facts: Facts;
  isOpen = true;
  readonly #streams: EventStreams<Facts>;
  #sink: Sink | null = null;
  #early: Uint8Array[] = [];

  constructor(streams: EventStreams<Facts>, key: number, facts: Facts) {
    this.#streams = streams;
    this.key = key;
    this.facts = facts;
  }

  answer(outgoing: Outgoing | null): Response {
    if (!outgoing) {
      const sink = new BodySink(() => this.left());
      this.#begin(sink);
      return new Response(sink.body, { headers: HEADERS });
    }
    const { response, headers } = outgoing;
    if (response.destroyed) this.left();
    else {
      response.once("close", () => this.left());
      response.writeHead(200, [...headers, ...Object.entries(HEADERS).flat()]);
      this.#begin(new ConnectionSink(response));
      forgetHead(response);
    }
    return new Response(null);
  }

  #begin(sink: Sink): void {
    if (!this.isOpen) {
      sink.write(FIRST_WORDS);
      sink.end();
      return;
    }
    this.#sink = sink;
    const early = this.#early;
    this.#early = NOTHING;
    for (const chunk of [FIRST_WORDS, ...early]) this.send(chunk);
  }

  send(chunk: Uint8Array): void {
    if (!this.isOpen) return;
    if (!this.#sink) {
      this.#early.push(chunk);
      return;
    }
    if (this.#sink.write(chunk) <= QUEUE_LIMIT_BYTES) return;
    const sink = this.#sink;
    this.left();
    sink.cut();
  }

  beat(): void {
    if (this.#sink) this.send(HEARTBEAT);
  }

  close(): void {
    const sink = this.#sink;
    this.left();
    sink?.end();
  }

  /** Its reader has gone, or is sent away. */
  left(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#sink = null;
    this.#streams.forget(this);
  }
}

/** Straight to the connection: a web stream between the two costs more memory than everything else of a stream. */
class ConnectionSink implements Sink {
  readonly #outgoing: ServerResponse;

  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  write(chunk: Uint8Array): number {
    this.#outgoing.write(chunk);
    return this.#outgoing.writableLength;
  }

  end(): void {
    this.#outgoing.end();
  }

  cut(): void {
    this.#outgoing.destroy();
  }
}

/**
 * Node keeps the text of an answer's head for as long as the answer lasts, as a tree of some fifty strings: a sixth of what a stream
 * holds. Once it has been written nothing looks at more than whether it is there. A Node that names it otherwise just keeps it.
 */
function forgetHead(response: ServerResponse): void {
  const inner = response as unknown as { _header?: unknown; _headerSent?: unknown };
  if (inner._headerSent === true && typeof inner._header === "string") inner._header = "sent";
}

/** For callers without a connection: tests, the mount inside Next. */
class BodySink implements Sink {
  readonly body: ReadableStream<Uint8Array>;
  #controller!: ReadableStreamDefaultController<Uint8Array>;

  constructor(onCancel: () => void) {
    const size = new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_LIMIT_BYTES });
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      this.#controller = controller;
    };
    this.body = new ReadableStream<Uint8Array>({ start, cancel: onCancel }, size);
  }

  write(chunk: Uint8Array): number {
    this.#controller.enqueue(chunk);
    return QUEUE_LIMIT_BYTES - (this.#controller.desiredSize ?? QUEUE_LIMIT_BYTES);
  }

  end(): void {
    this.#controller.close();
  }

  cut(): void {
    this.#controller.close();
  }
}

export type EventStreamsOptions = {
  maxPerKey?: number;
  heartbeatMs?: number;
  /** Called when the last stream of all closes. */
  onIdle?: () => void;
};

/**
 * Open event streams by owner (`key`): heartbeats by one timer for all of them, at most `maxPerKey` per owner (the oldest gives
 * way), slow readers cut off, everything closed with a hint to come back when the process stops. Knows nothing of what is sent.
 */
export class EventStreams<Facts> {
  readonly #byKey = new Map<number, Set<OpenStream<Facts>>>();
  readonly #all = new Set<OpenStream<Facts>>();
  readonly #maxPerKey: number;
  readonly #heartbeatMs: number;
  readonly #onIdle: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** Who is beaten next; goes round and round. */
  #round: Iterator<OpenStream<Facts>> | null = null;
  /** Beats that are due, a part of one included. */
  #owed = 0;

  constructor({ maxPerKey = 50, heartbeatMs = HEARTBEAT_MS, onIdle = () => {} }: EventStreamsOptions = {}) {
    this.#maxPerKey = maxPerKey;
    this.#heartbeatMs = heartbeatMs;
    this.#onIdle = onIdle;
  }

  get count(): number {
    return this.#all.size;
  }

  has(key: number): boolean {
    return this.#byKey.has(key);
  }

  /** The open streams of an owner, oldest first. */
  of(key: number): readonly EventStream<Facts>[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  all(): readonly EventStream<Facts>[] {
    return [...this.#all];
  }

  /** Opens a stream; what is sent to it waits until it is answered. */
  open(key: number, facts: Facts): EventStream<Facts> {
    const stream = new OpenStream(this, key, facts);
    this.#add(stream);
    return stream;
  }

  closeAll(): void {
    for (const stream of this.all()) stream.close();
  }

  /** Of streams only: this one has closed. */
  forget(stream: OpenStream<Facts>): void {
    if (!this.#all.delete(stream)) return;
    const streams = this.#byKey.get(stream.key);
    streams?.delete(stream);
    if (streams?.size === 0) this.#byKey.delete(stream.key);
    if (this.#all.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#round = null;
    this.#owed = 0;
    this.#onIdle();
  }

  #add(stream: OpenStream<Facts>): void {
    let streams = this.#byKey.get(stream.key);
    if (!streams) {
      streams = new Set();
      this.#byKey.set(stream.key, streams);
    }
    streams.add(stream);
    this.#all.add(stream);
    this.#timer ??= setInterval(() => this.#beatSome(), this.#heartbeatMs / BEAT_PARTS);
    const [oldest] = streams;
    if (streams.size > this.#maxPerKey) oldest!.close();
  }

  #beatSome(): void {
    this.#owed = Math.min(this.#owed + this.#all.size / BEAT_PARTS, this.#all.size);
    for (; this.#owed >= 1 && this.#all.size > 0; this.#owed -= 1) {
      // A set's iterator meets what is added while it goes, and passes over what has gone.
      this.#round ??= this.#all.values();
      let next = this.#round.next();
      if (next.done) {
        this.#round = this.#all.values();
        next = this.#round.next();
      }
      if (!next.done) next.value.beat();
    }
  }
}
