import type { SearchView } from "#features/activations/search/search.contract.ts";

/** A search on the screen and when (monotonic clock of this page) it was received. */
export type KnownSearch = SearchView & { readonly receivedAtMs: number };
