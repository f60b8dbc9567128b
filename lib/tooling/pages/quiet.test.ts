import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type WatchedPage, watchRequests } from "#lib/tooling/pages/quiet.ts";

type Happening = "request" | "requestfinished" | "requestfailed";

/** A page that says what it is told to say, and has loaded when `load` is called. */
function makePage() {
  const emitter = new EventEmitter();
  let load = () => {};
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const page: WatchedPage = {
    on: (event, heard) => emitter.on(event, heard),
    waitForLoadState: () => loaded,
  };
  const say = (event: Happening, address: string) => emitter.emit(event, { url: () => address });
  return { page, say, load };
}

/** Begins to wait, and tells whether the end has come. */
function begin(untilQuiet: () => Promise<void>) {
  const state = { isQuiet: false, problem: "" };
  untilQuiet().then(
    () => {
      state.isQuiet = true;
    },
    (error: Error) => {
      state.problem = error.message;
    },
  );
  return state;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a page that is waited for", () => {
  it("is quiet when it has loaded and nothing was open for half a second", async () => {
    const { page, say, load } = makePage();
    const state = begin(watchRequests(page));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state.isQuiet).toBe(false);
    say("request", "/a");
    load();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(state.isQuiet).toBe(false);
    say("requestfinished", "/a");
    await vi.advanceTimersByTimeAsync(450);
    expect(state.isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(state.isQuiet).toBe(true);
  });

  it("begins its half second anew with every request, also one that fails", async () => {
    const { page, say, load } = makePage();
    const state = begin(watchRequests(page));
    load();
    await vi.advanceTimersByTimeAsync(400);
    say("request", "/a");
    await vi.advanceTimersByTimeAsync(400);
    say("requestfailed", "/a");
    await vi.advanceTimersByTimeAsync(450);
    expect(state.isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    expect(state.isQuiet).toBe(true);
  });

  it("does not wait for the end of what it takes out of a preload", async () => {
    const { page, say, load } = makePage();
    const state = begin(watchRequests(page));
    load();
    say("request", "/inter.woff2");
    say("request", "/inter.woff2");
    say("requestfinished", "/inter.woff2");
    say("request", "/inter.woff2");
    await vi.advanceTimersByTimeAsync(550);
    expect(state.isQuiet).toBe(true);
  });

  it("is given up after a minute with the addresses that are still open", async () => {
    const { page, say, load } = makePage();
    const state = begin(watchRequests(page));
    load();
    say("request", "/endless");
    await vi.advanceTimersByTimeAsync(61_000);
    expect(state.problem).toContain("/endless");
  });
});
