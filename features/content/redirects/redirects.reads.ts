import sql from "sql-template-tag";
import { leadsBack, mayMove, type Redirect } from "#features/content/redirects/redirects.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** More would be a list that nobody keeps by hand. */
const MOST = 10_000;

/** Addresses that have moved, by the old one. What may not move or would lead round in a circle is left out, whoever has written it. */
export async function readRedirects(db: Queryable): Promise<Map<string, Redirect>> {
  const found = await rows<Redirect>(
    db,
    sql`select from_path as "from", to_path as "to", is_permanent as "isPermanent" from content_redirects limit ${MOST}`,
  );
  const moved = new Map(
    found.filter(({ from }) => mayMove(from)).map((redirect) => [redirect.from, redirect]),
  );
  return new Map([...moved].filter(([from]) => !leadsBack(moved, from)));
}
