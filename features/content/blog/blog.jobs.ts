import { readPublications } from "#features/content/blog/blog.reads.ts";
import { notify } from "#lib/jobs/events.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";

/**
 * Announces articles whose time has come, so that kept pages show them: nothing is written when that happens. What came while no worker
 * ran is announced by the next one; twice is as good as once.
 */
export function makePublicationSweep(): Sweep {
  let since: Date | null = null;
  return defineSweep({
    name: "content-publications",
    everyMs: 5_000,
    run: async (db) => {
      const { until, count } = await readPublications(db, since);
      if (count > 0) await notify(db, "page_tags", "content:articles");
      since = until;
    },
  });
}
