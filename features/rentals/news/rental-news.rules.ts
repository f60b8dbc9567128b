import type { RentalDetails } from "#features/rentals/rentals.contract.ts";

/** An SMS, or a call that rang, on a rented number. */
export type Arrival = {
  /** Tells it from all others of its rental. */
  readonly key: string;
  /** Null where there is none to copy. */
  readonly code: string | null;
};

/**
 * What came for `rental` in the last `withinMs` before it was told, oldest first. Every moment is the server's, whose clock is known by
 * how long the rental still runs: a browser's wrong clock makes nothing new.
 */
export function arrivalsOf(rental: RentalDetails, withinMs: number): Arrival[] {
  const toldAtMs = Date.parse(rental.expiresAt) - rental.secondsLeft * 1_000;
  const came = [
    ...rental.messages.map(({ id, code, receivedAt }) => ({ key: `message ${id}`, code, at: receivedAt })),
    ...rental.calls.map(({ id, calledAt }) => ({ key: `call ${id}`, code: null, at: calledAt })),
  ];
  return came
    .map(({ at, ...arrival }) => ({ ...arrival, atMs: Date.parse(at) }))
    .filter(({ atMs }) => toldAtMs - atMs <= withinMs)
    .sort((one, other) => one.atMs - other.atMs)
    .map(({ key, code }) => ({ key, code }));
}
