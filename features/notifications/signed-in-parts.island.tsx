"use client";

import { CodeWatch } from "#features/activations/components/code-watch.island.tsx";
import { NumberKeys } from "#features/activations/components/number-keys.island.tsx";
import { SearchWatch } from "#features/activations/search/components/search-watch.island.tsx";
import { LiveUpdates } from "#features/notifications/live-updates.island.tsx";
import { RentalWatch } from "#features/rentals/news/rental-watch.island.tsx";
import { EditorsBarGate } from "#features/site/components/editors-bar-gate.island.tsx";

/** What every page has for who is signed in, loaded as one; of the bar of the editors only the question whether it is wanted. */
export function SignedInParts() {
  return (
    <>
      <LiveUpdates />
      <CodeWatch />
      <SearchWatch />
      <RentalWatch />
      <NumberKeys />
      <EditorsBarGate />
    </>
  );
}
