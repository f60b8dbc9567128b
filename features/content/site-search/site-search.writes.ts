import sql from "sql-template-tag";
import type { StaleText } from "#features/content/site-search/site-search.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Brings what the search knows of a document to what the site shows. */
export async function refreshSearch(db: Queryable, { kind, id }: StaleText): Promise<void> {
  await execute(db, sql`select content_refresh_search(${kind}, ${id})`);
}
