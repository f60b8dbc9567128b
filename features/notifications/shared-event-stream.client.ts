import type { streamEvents } from "#features/notifications/notifications.contract.ts";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** How often the tab that has the stream says so; a hidden one is let by browsers only once a minute. */
const BEAT_MS = 15_000;
/** A tab that has heard nothing for so long polls. */
const SILENCE_MS = 130_000;

type EventName = keyof typeof streamEvents;
const EVENT_NAMES: readonly EventName[] = ["ready", "activation", "search", "rental", "balance"];

export type Listener = {
  onEvent: (name: EventName, data: unknown, lastEventId: string) => void;
  onLost: () => void;
};

/**
 * Opens the stream and keeps it open: EventSource comes back by itself after a cut, but gives up for good on an answer
 * such as 503; then a new one is opened, from the last event on. Returns what closes it.
 */
export function openLiveStream(locale: string, listener: Listener, from = ""): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waitMs = FIRST_WAIT_MS;
  let lastEventId = from;

  const open = () => {
    const query = new URLSearchParams({ locale, ...(lastEventId ? { "Last-Event-ID": lastEventId } : {}) });
    const opened = new EventSource(`/api/stream?${query}`, { withCredentials: true });
    source = opened;
    for (const name of EVENT_NAMES) {
      opened.addEventListener(name, (event) => {
        lastEventId = event.lastEventId || lastEventId;
        if (name === "ready") waitMs = FIRST_WAIT_MS;
        listener.onEvent(name, JSON.parse(event.data as string), lastEventId);
      });
    }
    opened.onerror = () => {
      listener.onLost();
      if (opened.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

/** What tabs tell each other. */
type Word =
  | { kind: "event"; name: EventName; data: unknown; lastEventId: string }
  | { kind: "lost" }
  /** A tab that has just come asks whether there is a stream. */
  | { kind: "hello" }
  /** The tab that has the stream is there: whether its stream is open, and what it heard last. */
  | { kind: "here"; isOpen: boolean; lastEventId: string };

/**
 * One stream for all tabs that show `viewer` in `locale`: the tab that holds a lock opens it and tells the others what it hears. When
 * it goes, the next one takes over from the last event that was heard. Browsers without locks or channels have a stream for each tab.
 * Returns what closes it.
 */
export function openSharedStream(viewer: number, locale: string, listener: Listener): () => void {
  const canShare = typeof BroadcastChannel !== "undefined" && globalThis.navigator?.locks !== undefined;
  if (!canShare) return openLiveStream(locale, listener);
  return new SharedStream(`sms-den-live:${viewer}:${locale}`, locale, listener).close;
}

class SharedStream {
  readonly #locale: string;
  readonly #listener: Listener;
  readonly #channel: BroadcastChannel;
  readonly #leaving = new AbortController();
  #lastEventId = "";
  /** Whether the stream is open, wherever it is; the listener knows. */
  #isOpen = false;
  /** Of the tab that has the stream: what gives it up. */
  #endLead: (() => void) | null = null;
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, locale: string, listener: Listener) {
    this.#locale = locale;
    this.#listener = listener;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => this.#hear(data as Word);
    this.#say({ kind: "hello" });
    const { signal } = this.#leaving;
    navigator.locks.request(name, { signal }, () => this.#lead()).catch(() => undefined);
  }

  readonly close = (): void => {
    clearTimeout(this.#silence);
    this.#leaving.abort();
    this.#endLead?.();
    this.#channel.close();
  };

  #say(word: Word): void {
    this.#channel.postMessage(word);
  }

  #sayHere(): void {
    this.#say({ kind: "here", isOpen: this.#isOpen, lastEventId: this.#lastEventId });
  }

  /** Has the stream until the page goes: for so long the lock is held. */
  #lead(): Promise<void> {
    if (this.#leaving.signal.aborted) return Promise.resolve();
    clearTimeout(this.#silence);
    const closeStream = openLiveStream(
      this.#locale,
      {
        onEvent: (name, data, lastEventId) => {
          this.#say({ kind: "event", name, data, lastEventId });
          this.#take(name, data, lastEventId);
        },
        onLost: () => {
          this.#say({ kind: "lost" });
          this.#lose();
        },
      },
      this.#lastEventId,
    );
    const beat = setInterval(() => this.#sayHere(), BEAT_MS);
    return new Promise((resolve) => {
      this.#endLead = () => {
        clearInterval(beat);
        closeStream();
        resolve();
      };
    });
  }

  #hear(word: Word): void {
    if (this.#endLead) {
      if (word.kind === "hello") this.#sayHere();
      return;
    }
    if (word.kind === "hello") return;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lose(), SILENCE_MS);
    if (word.kind === "lost" || (word.kind === "here" && !word.isOpen)) this.#lose();
    else if (word.kind === "event") this.#follow(word);
    else if (!this.#isOpen) this.#take("ready", { resumed: false }, word.lastEventId);
  }

  /** An event that another tab heard. One that comes before this tab knew of an open stream tells that there is one. */
  #follow({ name, data, lastEventId }: Extract<Word, { kind: "event" }>): void {
    if (!this.#isOpen && name !== "ready") this.#take("ready", { resumed: false }, lastEventId);
    // Whoever was not there before has missed what the others have not.
    const isFirst = name === "ready" && this.#lastEventId === "";
    this.#take(name, isFirst ? { resumed: false } : data, lastEventId);
  }

  #take(name: EventName, data: unknown, lastEventId: string): void {
    this.#lastEventId = lastEventId;
    if (name === "ready") this.#isOpen = true;
    this.#listener.onEvent(name, data, lastEventId);
  }

  #lose(): void {
    this.#isOpen = false;
    this.#listener.onLost();
  }
}
