import sql from "sql-template-tag";
import {
  type PublicFigures,
  toPublicFigures,
} from "#features/statistics/public-figures/public-figures.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** What the first screen may tell, as the job added it up last. */
export async function readPublicFigures(db: Queryable): Promise<PublicFigures> {
  const counted = await one<Parameters<typeof toPublicFigures>[0]>(
    db,
    sql`select purchases, successes, median_seconds as "medianSeconds", lowest_kopecks as "lowestKopecks"
        from statistics_public`,
  );
  return toPublicFigures(counted);
}
