import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openLiveStream } from "#features/notifications/client.ts";

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

const heard: string[] = [];
const handlers = {
  onReady: ({ resumed }: { resumed: boolean }) => void heard.push(`ready ${resumed}`),
  onActivation: () => void heard.push("activation"),
  onRental: () => void heard.push("rental"),
  onBalance: ({ balance }: { balance: number }) => void heard.push(`balance ${balance}`),
  onLost: () => void heard.push("lost"),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeSource);
  FakeSource.all = [];
  heard.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the browser's end of the stream", () => {
  it("hears events in the page's language and closes when it is no longer wanted", () => {
    const close = openLiveStream("ru", handlers);
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
    const close = openLiveStream("en", handlers);
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
