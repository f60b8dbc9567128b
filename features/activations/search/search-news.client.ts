import { useEffect, useRef } from "react";
import { create } from "zustand";
import { isRunning } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";

/** The search that its buyer watches in a popup, which tells how it ends itself; null = none. */
export const useWatchedSearch = create<{ id: number | null }>(() => ({ id: null }));

/**
 * Calls `onEnd` once for each search that ends by itself without a number while the page is open. Those that had ended before are no
 * news, and neither is one that its buyer has stopped.
 */
export function useSearchEnds(
  searches: readonly SearchView[] | undefined,
  onEnd: (search: SearchView) => void,
): void {
  const running = useRef(new Set<number>());
  const tell = useRef(onEnd);
  tell.current = onEnd;
  useEffect(() => {
    for (const search of searches ?? []) {
      const { id, state } = search;
      if (isRunning(search)) running.current.add(id);
      else if (running.current.delete(id) && (state === "over" || state === "refused")) tell.current(search);
    }
  }, [searches]);
}
