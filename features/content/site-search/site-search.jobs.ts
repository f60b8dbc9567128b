import { listStaleTexts } from "#features/content/site-search/site-search.reads.ts";
import { refreshSearch } from "#features/content/site-search/site-search.writes.ts";
import { defineSweep, type Sweep, takeEach } from "#lib/jobs/sweeps.ts";

const EVERY_MS = 60_000;

/**
 * Puts the search right where it knows something else than the site shows: texts of before there was a search, and all of them where a new
 * version has emptied its table because it tells words otherwise. Edits keep it by themselves, so that a worker looks until there is
 * nothing left, and not again.
 */
export function makeSearchRepair(): Sweep {
  let isDone = false;
  return defineSweep({
    name: "content-search-repair",
    everyMs: EVERY_MS,
    run: async (db) => {
      if (isDone) return;
      const stale = await listStaleTexts(db);
      await takeEach("content-search-repair", stale, (one) => refreshSearch(db, one));
      isDone = stale.length === 0;
    },
  });
}
