/** What an error page says, in the reader's language. */
export type FailureWords = { title: string; text: string; retry: string; home: string; requestId: string };

/** Name of the `<meta>` in which every page carries its `FailureWords`: when the frame itself fails, nothing else is there. */
export const FAILURE_META = "failure-words";

/** At most one reload in this time helps a page whose parts could not be loaded. */
const RELOAD_EVERY_MS = 60_000;

/** A part of the page could not be loaded: the network failed, or a new release has taken its place. */
export function isLostChunk(error: unknown): boolean {
  return error instanceof Error && error.name === "ChunkLoadError";
}

/** Status of an answer of the API that made the page fail, else 500. */
export function statusOf(error: unknown): number {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status <= 599 ? status : 500;
}

/** Whether to load the page anew, when it was last done so at `lastMs` (null: never). */
export function mayReload(lastMs: number | null, nowMs: number): boolean {
  // A time that is still to come is a clock that was set back.
  return lastMs === null || Math.abs(nowMs - lastMs) >= RELOAD_EVERY_MS;
}
