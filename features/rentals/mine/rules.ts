import type { RentalView } from "#features/rentals/contract.ts";

type Counted = RentalView & { readonly receivedAtMs: number };

/** What is left at `nowMs` of seconds that the server counted; before the page's clock runs, what it said. */
function leftAt(seconds: number, rental: Counted, nowMs: number | null): number {
  const passed = nowMs === null ? 0 : (nowMs - rental.receivedAtMs) / 1_000;
  return Math.max(0, Math.ceil(seconds - passed));
}

/** Seconds until the rental ends. */
export function secondsLeftAt(rental: Counted, nowMs: number | null): number {
  return leftAt(rental.secondsLeft, rental, nowMs);
}

/** Seconds in which it can still be cancelled with a full refund; 0 when it cannot. */
export function cancellableForAt(rental: Counted, nowMs: number | null): number {
  return rental.cancellableForSeconds === null ? 0 : leftAt(rental.cancellableForSeconds, rental, nowMs);
}

/** It still runs: messages may come. */
export function isRunning(rental: RentalView): boolean {
  return rental.state !== "expired" && rental.state !== "canceled";
}
