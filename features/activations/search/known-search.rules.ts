import { mergedByEvents } from "#features/activations/live-lists.rules.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";

/** A search on the screen and when (monotonic clock of this page) it was received. */
export type KnownSearch = SearchView & { readonly receivedAtMs: number };

function isOvertaken(next: SearchView, known: SearchView): boolean {
  return known.closedAt !== null && next.closedAt === null;
}

/** A list with a search's newer state put in. What has ended stays ended. */
export function withSearch(list: readonly KnownSearch[], next: KnownSearch): KnownSearch[] {
  const known = list.find(({ id }) => id === next.id);
  if (!known) return [next, ...list];
  return isOvertaken(next, known) ? [...list] : list.map((one) => (one.id === next.id ? next : one));
}

/** A list as it was read, corrected by what answers and live events told since `readSinceMs`, when the reading began. */
export function mergedSearches(
  read: readonly KnownSearch[],
  known: readonly KnownSearch[],
  readSinceMs: number,
): KnownSearch[] {
  return mergedByEvents(read, known, readSinceMs, isOvertaken);
}
