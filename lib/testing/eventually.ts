import { vi } from "vitest";

/** As long as a busy machine may take for what a quick one does at once, and shorter than a test's own time. */
const PATIENCE_MS = 20_000;

/**
 * Asks again and again until `check` throws no more, and answers what it answered; throws its last error when the time is over.
 * Vitest's own `vi.waitFor` gives up after a second, which a machine that does other things besides does not keep. Name a `timeout`
 * (milliseconds) only where the time is what the test is about.
 */
export function eventually<T>(
  check: () => T | Promise<T>,
  options: { readonly timeout?: number; readonly interval?: number } = {},
): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, ...options });
}
