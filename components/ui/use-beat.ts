import { useSyncExternalStore } from "react";
import { now } from "#lib/clock.ts";

const BEAT_MS = 30_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let nowMs: number | null = null;

function beat(): void {
  nowMs = now().getTime();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    timer = setInterval(beat, BEAT_MS);
    beat();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

/** The clock for what tells minutes, one beat for all of the page; null on the server, and so in the first picture of the page. */
export function useBeat(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => (nowMs ??= now().getTime()),
    () => null,
  );
}
