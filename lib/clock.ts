/**
 * The application's clock. Deadlines about money never use it: they are judged by the database
 * (`app_now()`), so that a wrong clock on one machine moves nothing. A process whose clock differs from the database's by more than a
 * minute does not start (decision 0415).
 */
export function nowMs(): number {
  return Date.now();
}

/** The current moment as a Date. */
export function now(): Date {
  return new Date(Date.now());
}

/** Milliseconds that only grow; for durations. */
export function monotonicMs(): number {
  return performance.now();
}
