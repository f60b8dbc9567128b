import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EventStreams, encodeEvent } from "#lib/api/event-streams.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("writes events that browsers can read", () => {
  const text = new TextDecoder().decode(encodeEvent({ id: 5, event: "balance", data: { text: "a\nb" } }));
  expect(text).toBe('id: 5\nevent: balance\ndata: {"text":"a\\nb"}\n\n');
});

it("beats every 15 s and stops when the last stream has gone", async () => {
  const onIdle = vi.fn();
  const streams = new EventStreams<null>({ onIdle });
  const { body } = streams.open(1, null);
  const reader = body.getReader();
  await reader.read();
  vi.advanceTimersByTime(15_000);
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(": still here\n\n");
  await reader.cancel();
  expect(onIdle).toHaveBeenCalledTimes(1);
  expect([streams.count, streams.has(1), vi.getTimerCount()]).toEqual([0, false, 0]);
});

it("survives writing to and closing a stream that has gone", () => {
  const streams = new EventStreams<null>();
  const { stream } = streams.open(1, null);
  stream.close();
  stream.close();
  stream.send(encodeEvent({ event: "x", data: 1 }));
  expect(streams.count).toBe(0);
});
