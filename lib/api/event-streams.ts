const HEARTBEAT_MS = 15_000;
/** A reader that leaves this much lying unread is too slow: closed, it comes back and resumes. */
const QUEUE_LIMIT_BYTES = 128 * 1024;
/** Told to browsers: wait this long before coming back. */
const RETRY_MS = 2_000;

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(": still here\n\n");

export type ServerEvent = { id?: number; event: string; data: unknown };

/** One event as it goes over the wire (`text/event-stream`). */
export function encodeEvent({ id, event, data }: ServerEvent): Uint8Array {
  return encoder.encode(
    `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  );
}

export type EventStream<Facts> = {
  readonly key: number;
  readonly facts: Facts;
  /** Writes encoded events; a slow or closed reader loses them and resumes later. */
  send(chunk: Uint8Array): void;
  close(): void;
};

type Open<Facts> = EventStream<Facts> & { beat(): void };

export type EventStreamsOptions = {
  maxPerKey?: number;
  heartbeatMs?: number;
  /** Called when the last stream of all closes, and when the first opens. */
  onIdle?: () => void;
};

/**
 * Open event streams by owner (`key`): heartbeats, at most `maxPerKey` per owner (the oldest gives way), slow readers
 * closed, everything closed with a hint to come back when the process stops. Knows nothing of what is sent.
 */
export class EventStreams<Facts> {
  readonly #byKey = new Map<number, Set<Open<Facts>>>();
  readonly #maxPerKey: number;
  readonly #heartbeatMs: number;
  readonly #onIdle: () => void;
  #count = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ maxPerKey = 50, heartbeatMs = HEARTBEAT_MS, onIdle = () => {} }: EventStreamsOptions = {}) {
    this.#maxPerKey = maxPerKey;
    this.#heartbeatMs = heartbeatMs;
    this.#onIdle = onIdle;
  }

  get count(): number {
    return this.#count;
  }

  has(key: number): boolean {
    return this.#byKey.has(key);
  }

  /** The open streams of an owner, oldest first. */
  of(key: number): readonly EventStream<Facts>[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  all(): readonly EventStream<Facts>[] {
    return [...this.#byKey.values()].flatMap((streams) => [...streams]);
  }

  /** Opens a stream; `body` is the answer's body, which begins with how long to wait before coming back. */
  open(key: number, facts: Facts): { stream: EventStream<Facts>; body: ReadableStream<Uint8Array> } {
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    let isOpen = true;
    const leave = () => {
      if (!isOpen) return false;
      isOpen = false;
      this.#remove(stream);
      return true;
    };
    const write = (chunk: Uint8Array) => {
      if (!isOpen) return;
      controller.enqueue(chunk);
      if ((controller.desiredSize ?? 0) < 0) stream.close();
    };
    const stream: Open<Facts> = {
      key,
      facts,
      send: write,
      beat: () => write(HEARTBEAT),
      close: () => {
        if (leave()) controller.close();
      },
    };
    const body = new ReadableStream<Uint8Array>(
      {
        start: (given) => {
          controller = given;
          controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`));
        },
        cancel: () => void leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: QUEUE_LIMIT_BYTES }),
    );
    this.#add(stream);
    return { stream, body };
  }

  closeAll(): void {
    for (const stream of this.all()) stream.close();
  }

  #add(stream: Open<Facts>): void {
    let streams = this.#byKey.get(stream.key);
    if (!streams) {
      streams = new Set();
      this.#byKey.set(stream.key, streams);
    }
    streams.add(stream);
    this.#count += 1;
    this.#timer ??= setInterval(() => this.#beat(), this.#heartbeatMs);
    const [oldest] = streams;
    if (streams.size > this.#maxPerKey) oldest!.close();
  }

  #remove(stream: Open<Facts>): void {
    const streams = this.#byKey.get(stream.key);
    if (!streams?.delete(stream)) return;
    this.#count -= 1;
    if (streams.size === 0) this.#byKey.delete(stream.key);
    if (this.#count > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#onIdle();
  }

  #beat(): void {
    for (const streams of this.#byKey.values()) for (const stream of streams) stream.beat();
  }
}
