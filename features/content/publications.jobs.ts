import { readPublications } from "#features/content/publications.reads.ts";
import { notify } from "#lib/jobs/events.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";

/**
 * Announces articles and pages whose time has come, so that kept pages show them: nothing is written when that happens. What came while no
 * worker ran is announced by the next one; twice is as good as once.
 */
export function makePublicationSweep(): Sweep {
  let since: Date | null = null;
  return defineSweep({
    name: "content-publications",
    everyMs: 500,
    run: async (db) => {
      const { until, kinds } = await readPublications(db, since);
      const tags = kinds.map((kind) => `content:${kind}`);
      if (tags.length > 0) await notify(db, "page_tags", tags.join(","));
      since = until;
    },
  });
}
