import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openLiveStream, openSharedStream } from "#features/notifications/shared-event-stream.client.ts";

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeSource[] = [];
  readyState = 0;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSource.all.push(this);
  }
  say(event: string, data: unknown, lastEventId: string) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data), lastEventId }));
  }
  fail(readyState: number) {
    this.readyState = readyState;
    this.onerror?.();
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
}

/** Channels of one browser: a word reaches all others of the name, a moment later. */
class FakeChannel {
  static all = new Set<FakeChannel>();
  readonly name: string;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(name: string) {
    this.name = name;
    FakeChannel.all.add(this);
  }
  postMessage(data: unknown) {
    const others = [...FakeChannel.all].filter((one) => one !== this && one.name === this.name);
    queueMicrotask(() => {
      for (const other of others)
        if (FakeChannel.all.has(other)) other.onmessage?.({ data: structuredClone(data) });
    });
  }
  close() {
    FakeChannel.all.delete(this);
  }
}

/** Locks as browsers give them: one holder, the others wait in line. */
class FakeLocks {
  readonly #lines = new Map<string, (() => void)[]>();
  request(name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(name) ?? [];
      this.#lines.set(name, line);
      const turn = () => {
        if (signal.aborted) return void next();
        void hold().then(() => {
          resolve();
          next();
        });
      };
      const next = () => {
        line.shift();
        line[0]?.();
      };
      signal.addEventListener("abort", () => {
        const at = line.indexOf(turn);
        if (at > 0) {
          line.splice(at, 1);
          reject(signal.reason);
        }
      });
      line.push(turn);
      if (line.length === 1) turn();
    });
  }
}

function tab(viewer: number, locale = "en") {
  const heard: string[] = [];
  const close = openSharedStream(viewer, locale, {
    onEvent: (name, data) =>
      void heard.push(name === "ready" ? `ready ${(data as { resumed: boolean }).resumed}` : name),
    onLost: () => void heard.push("lost"),
  });
  return { heard, close };
}

const settle = () => vi.advanceTimersByTimeAsync(1);
const source = (at: number) => FakeSource.all[at] as FakeSource;

const heard: string[] = [];
const listener = {
  onEvent: (name: string, data: unknown) => {
    const { resumed, balance } = data as { resumed?: boolean; balance?: number };
    heard.push([name, resumed ?? balance].filter((part) => part !== undefined).join(" "));
  },
  onLost: () => void heard.push("lost"),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("BroadcastChannel", FakeChannel);
  vi.stubGlobal("navigator", { locks: new FakeLocks() });
  heard.length = 0;
  FakeSource.all = [];
  FakeChannel.all.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("tabs of one browser", () => {
  it("share one stream: what one hears all hear", async () => {
    const tabs = [tab(7), tab(7), tab(7)];
    await settle();
    expect(FakeSource.all).toHaveLength(1);
    source(0).say("ready", { resumed: false }, "10");
    source(0).say("activation", { activation: { id: 1 } }, "11");
    await settle();
    for (const { heard } of tabs)
      expect(heard.filter((word) => word !== "lost")).toEqual(["ready false", "activation"]);
  });

  it("have streams of their own for another user or another language", async () => {
    tab(7);
    tab(8);
    tab(7, "ru");
    await settle();
    expect(FakeSource.all.map(({ url }) => url)).toEqual([
      "/api/stream?locale=en",
      "/api/stream?locale=en",
      "/api/stream?locale=ru",
    ]);
  });

  it("hand the stream on when its tab goes, from the last event that was heard", async () => {
    const [first, second, third] = [tab(7), tab(7), tab(7)] as const;
    await settle();
    source(0).say("ready", { resumed: false }, "10");
    source(0).say("balance", { balance: 1 }, "12");
    await settle();
    first.close();
    await settle();
    expect(source(0).readyState).toBe(FakeSource.CLOSED);
    expect(source(1).url).toBe("/api/stream?locale=en&Last-Event-ID=12");
    source(1).say("ready", { resumed: true }, "12");
    source(1).say("rental", { rental: {} }, "13");
    await settle();
    for (const { heard } of [second, third])
      expect(heard.filter((word) => word !== "lost")).toEqual([
        "ready false",
        "balance",
        "ready true",
        "rental",
      ]);
  });

  it("tell a tab that comes later that there is a stream: it reads its lists anew and then hears everything", async () => {
    tab(7);
    source(0).say("ready", { resumed: false }, "10");
    await settle();
    const late = tab(7);
    await settle();
    expect(late.heard).toEqual(["ready false"]);
    source(0).say("activation", { activation: { id: 1 } }, "11");
    await settle();
    expect(late.heard).toEqual(["ready false", "activation"]);
    expect(FakeSource.all).toHaveLength(1);
  });

  it("let a tab that has heard no event yet take over from the last one that the other heard", async () => {
    const first = tab(7);
    source(0).say("ready", { resumed: false }, "10");
    const late = tab(7);
    await settle();
    expect(late.heard).toEqual(["ready false"]);
    first.close();
    await settle();
    expect(source(1).url).toContain("Last-Event-ID=10");
  });

  it("poll while the stream is cut, all of them, and stop when it is back", async () => {
    const tabs = [tab(7), tab(7)];
    await settle();
    source(0).say("ready", { resumed: false }, "10");
    await settle();
    source(0).fail(0);
    await settle();
    for (const { heard } of tabs) expect(heard.at(-1)).toBe("lost");
    source(0).say("ready", { resumed: true }, "10");
    await settle();
    for (const { heard } of tabs) expect(heard.at(-1)).toBe("ready true");
  });

  it("poll when the tab with the stream has fallen silent, and believe in it again when it speaks", async () => {
    const [, follower] = [tab(7), tab(7)];
    source(0).say("ready", { resumed: false }, "10");
    await settle();
    await vi.advanceTimersByTimeAsync(300_000);
    // It says every now and then that it is there.
    expect(follower.heard).toEqual(["ready false"]);
    const [leader] = FakeChannel.all;
    const speak = leader!.postMessage.bind(leader);
    leader!.postMessage = () => undefined;
    await vi.advanceTimersByTimeAsync(131_000);
    expect(follower.heard.at(-1)).toBe("lost");
    leader!.postMessage = speak;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(follower.heard.at(-1)).toBe("ready false");
  });

  it("leave nothing behind when they go before their turn came", async () => {
    const [first, second] = [tab(7), tab(7)];
    await settle();
    second.close();
    first.close();
    await settle();
    expect(FakeSource.all).toHaveLength(1);
    expect(FakeChannel.all.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(["locks", "channel"])("have a stream each where there is no %s", async (missing) => {
    if (missing === "locks") vi.stubGlobal("navigator", {});
    if (missing === "channel") vi.stubGlobal("BroadcastChannel", undefined);
    tab(7);
    tab(7);
    await settle();
    expect(FakeSource.all).toHaveLength(2);
  });
});

describe("the browser's end of the stream", () => {
  it("hears events in the page's language and closes when it is no longer wanted", () => {
    const close = openLiveStream("ru", listener);
    const [source] = FakeSource.all;
    expect(source!.url).toBe("/api/stream?locale=ru");
    source!.say("ready", { resumed: false }, "10");
    source!.say("balance", { balance: 12.5 }, "11");
    source!.say("activation", { activation: {} }, "12");
    source!.say("rental", { rental: {} }, "13");
    expect(heard).toEqual(["ready false", "balance 12.5", "activation", "rental"]);
    close();
    expect(source!.readyState).toBe(2);
  });

  it("leaves a cut to the browser, and after a refusal opens again from the last event on, with growing pauses", () => {
    const close = openLiveStream("en", listener);
    FakeSource.all[0]!.say("ready", { resumed: false }, "10");
    FakeSource.all[0]!.fail(0);
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.all.length).toBe(1);
    FakeSource.all[0]!.fail(2);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.all[1]!.url).toBe("/api/stream?locale=en&Last-Event-ID=10");
    FakeSource.all[1]!.fail(2);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.all.length).toBe(2);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.all.length).toBe(3);
    FakeSource.all[2]!.say("ready", { resumed: true }, "14");
    FakeSource.all[2]!.fail(2);
    vi.advanceTimersByTime(1_000);
    expect(FakeSource.all[3]!.url).toContain("Last-Event-ID=14");
    expect(heard.filter((word) => word === "lost").length).toBe(4);
    close();
    vi.advanceTimersByTime(60_000);
    expect(FakeSource.all.length).toBe(4);
  });
});
