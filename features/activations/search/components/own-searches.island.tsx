"use client";

import dynamic from "next/dynamic";
import { useSearches } from "#features/activations/search/search.client.ts";

const RunningSearches = dynamic(
  () =>
    import("#features/activations/search/components/running-searches.island.tsx").then(
      (module) => module.RunningSearches,
    ),
  { ssr: false },
);

/** The user's searches, above their numbers; nobody loads the list who has none. */
export function OwnSearches({ rubPerUsd }: { rubPerUsd: number | null }) {
  const { data } = useSearches();
  return data?.length ? <RunningSearches rubPerUsd={rubPerUsd} /> : null;
}
