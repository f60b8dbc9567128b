import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EventStreams, encodeEvent } from "#lib/api/event-streams.ts";
import { eventually } from "#lib/testing/eventually.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a stream writes events that browsers can read", () => {
  const text = new TextDecoder().decode(encodeEvent({ id: 5, event: "balance", data: { text: "a\nb" } }));
  expect(text).toBe('id: 5\nevent: balance\ndata: {"text":"a\\nb"}\n\n');
});

function open(streams: EventStreams<null>, key = 1) {
  const stream = streams.open(key, null);
  return { stream, reader: stream.answer(null).body!.getReader() };
}

const textOf = ({ value }: { value?: Uint8Array | undefined }) => new TextDecoder().decode(value);

it("streams beat every 15 s, and nothing beats when the last one has gone", async () => {
  const onIdle = vi.fn();
  const streams = new EventStreams<null>({ onIdle });
  const { reader } = open(streams);
  await reader.read();
  vi.advanceTimersByTime(15_000);
  expect(textOf(await reader.read())).toBe(": still here\n\n");
  await reader.cancel();
  expect(onIdle).toHaveBeenCalledTimes(1);
  expect([streams.count, streams.has(1), vi.getTimerCount()]).toEqual([0, false, 0]);
});

it("each of many streams beats once in 15 s by one timer, a part of them at a time", async () => {
  const streams = new EventStreams<null>({ maxPerKey: 1_000 });
  const beats = new Map<number, number>();
  const readers = Array.from({ length: 250 }, (_, index) => ({ index, ...open(streams) }));
  for (const { index, reader } of readers) {
    void (async () => {
      for (let read = await reader.read(); !read.done; read = await reader.read())
        if (textOf(read).includes("still here")) beats.set(index, (beats.get(index) ?? 0) + 1);
    })();
  }
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(beats.size).toBeGreaterThan(5);
  expect(beats.size).toBeLessThan(30);
  for (const { stream } of readers.splice(0, 50)) stream.close();
  await vi.advanceTimersByTimeAsync(29_000);
  for (const { index } of readers) expect([1, 2, 3], String(index)).toContain(beats.get(index));
  streams.closeAll();
});

it("a stream keeps what is sent before the answer, and writes it behind the first words", async () => {
  const streams = new EventStreams<null>();
  const stream = streams.open(1, null);
  stream.send(encodeEvent({ id: 7, event: "ready", data: 1 }));
  const reader = stream.answer(null).body!.getReader();
  expect(textOf(await reader.read())).toMatch(/^retry: \d+\n\n$/);
  expect(textOf(await reader.read())).toContain("event: ready");
  stream.close();
});

it("a stream that was closed before its answer is told nothing but when to come back", async () => {
  const streams = new EventStreams<null>();
  const stream = streams.open(1, null);
  stream.close();
  const reader = stream.answer(null).body!.getReader();
  expect(textOf(await reader.read())).toMatch(/^retry: /);
  expect((await reader.read()).done).toBe(true);
});

describe("on a connection of Node's", () => {
  async function given(serve: (response: ServerResponse) => void) {
    vi.useRealTimers();
    const server = createServer((_request, response) => serve(response));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    return { port, end: () => new Promise((resolve) => server.close(resolve)) };
  }

  it("writes by itself, and notices that its reader has gone", async () => {
    const streams = new EventStreams<null>();
    const { port, end } = await given((response) => {
      const stream = streams.open(1, null);
      stream.answer({ response, headers: ["x-first", "1"] });
      stream.send(encodeEvent({ id: 1, event: "seen", data: "x" }));
    });
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/`, { signal: abort.signal });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(response.headers.get("x-first")).toBe("1");
    const reader = response.body!.getReader();
    let text = "";
    while (!text.includes("seen")) text += textOf(await reader.read());
    expect(text).toMatch(/^retry: /);
    expect(streams.count).toBe(1);
    abort.abort();
    await eventually(() => expect(streams.count).toBe(0));
    await end();
  });

  it("cuts a reader off that does not read, and ends one politely that is sent away", async () => {
    const streams = new EventStreams<null>();
    const { port, end } = await given(
      (response) => void streams.open(1, null).answer({ response, headers: [] }),
    );
    const lazy = connect(port, "127.0.0.1", () => lazy.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"));
    lazy.pause();
    lazy.on("error", () => undefined);
    await eventually(() => expect(streams.count).toBe(1));
    for (let sent = 0; streams.count > 0 && sent < 200; sent += 1) {
      streams.of(1)[0]?.send(new Uint8Array(64 * 1024));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(streams.count).toBe(0);
    lazy.destroy();
    const polite = await fetch(`http://127.0.0.1:${port}/`);
    streams.closeAll();
    expect(await polite.text()).toMatch(/^retry: /);
    await end();
  });
});

it("writing to and closing a stream that has gone harms nothing", () => {
  const streams = new EventStreams<null>();
  const { stream } = open(streams);
  stream.close();
  stream.close();
  stream.send(encodeEvent({ event: "x", data: 1 }));
  expect(streams.count).toBe(0);
});
