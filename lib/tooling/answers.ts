import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 2_000;

/** Waits until an address answers well; false where it has not within so many milliseconds, or once nobody will. */
export async function answersWithin(url: string, withinMs: number, isOver: () => boolean): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!isOver() && performance.now() < deadline) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
    if (answer?.ok) return true;
    await pause(LOOK_EVERY_MS);
  }
  return false;
}
