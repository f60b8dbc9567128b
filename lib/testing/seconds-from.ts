import { expect } from "vitest";

/** How many seconds a busy machine may add to what a test measures between two of its steps. */
const BUSY_SECONDS = 10;

/**
 * Matches a count of whole seconds from `seconds` on. Where a test moves the database's clock by a time, the clock runs on
 * meanwhile: what was measured in between is never less, and more on a busy machine.
 */
export function secondsFrom(seconds: number): unknown {
  return expect.toSatisfy((found: number) => found >= seconds && found < seconds + BUSY_SECONDS);
}
