import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFallbackPolling } from "#features/site/polling.client.ts";
import { setLive } from "#lib/api/live-state.ts";

afterEach(() => setLive(false));

test("a list is polled every 10 s, 90 times at most, only while live events do not reach the page, and anew after they did", () => {
  const { result } = renderHook(useFallbackPolling);
  const drain = (calls: number) => Array.from({ length: calls }, () => result.current());
  expect(drain(91)).toEqual([...Array<number>(90).fill(10_000), false]);
  act(() => setLive(true));
  expect(drain(2)).toEqual([false, false]);
  act(() => setLive(false));
  expect(drain(91).filter((pause) => pause === 10_000)).toHaveLength(90);
});
