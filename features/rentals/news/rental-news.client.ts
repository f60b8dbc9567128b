import { useEffect, useRef } from "react";
import { create } from "zustand";
import { type Arrival, arrivalsOf } from "#features/rentals/news/rental-news.rules.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";
import { monotonicMs } from "#lib/clock.ts";

const heard = create<{ rental: RentalDetails | null }>(() => ({ rental: null }));

/** Takes in a rental as a live event told it. */
export function hearRental(rental: RentalDetails): void {
  heard.setState({ rental });
}

/** Calls `onNews` for what comes for any rented number while the page is open, each thing once; what was there before is no news. */
export function useRentalArrivals(onNews: (rental: RentalDetails, news: readonly Arrival[]) => void): void {
  const seen = useRef(new Set<string>());
  const tell = useRef(onNews);
  tell.current = onNews;
  useEffect(
    () =>
      heard.subscribe(({ rental }) => {
        if (!rental) return;
        const keyOf = ({ key }: Arrival) => `${rental.id} ${key}`;
        // This clock begins with the page, and so does what is news to its reader.
        const fresh = arrivalsOf(rental, monotonicMs()).filter((one) => !seen.current.has(keyOf(one)));
        for (const one of fresh) seen.current.add(keyOf(one));
        if (fresh.length > 0) tell.current(rental, fresh);
      }),
    [],
  );
}
