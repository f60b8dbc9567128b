import { countedDown } from "#features/activations/active-list.rules.ts";
import type { RentalView } from "#features/rentals/rentals.contract.ts";
import { isFinal } from "#features/rentals/rentals.rules.ts";

type Counted = RentalView & { readonly receivedAtMs: number };

/** Seconds until the rental ends. */
export function secondsLeftAt(rental: Counted, nowMs: number | null): number {
  return countedDown(rental.secondsLeft, rental.receivedAtMs, nowMs);
}

/** Seconds in which it can still be cancelled with a full refund; 0 when it cannot. */
export function cancellableForAt(rental: Counted, nowMs: number | null): number {
  if (rental.cancellableForSeconds === null) return 0;
  return countedDown(rental.cancellableForSeconds, rental.receivedAtMs, nowMs);
}

/** It still runs: messages may come. */
export function isRunning(rental: RentalView): boolean {
  return !isFinal(rental.state);
}
