import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** An invariant as SQL that returns the rows which break it: none = good. Features list theirs in `*.checks.ts`. */
export type Check = {
  readonly name: string;
  readonly sql: string;
  /** `daily`: too long for every few minutes; something cheaper stands guard in between. */
  readonly pace?: "daily";
};

/** What a check found: how many rows offend, and the first of them. */
export type Offence = { readonly name: string; readonly count: number; readonly examples: unknown[] };

const EXAMPLES = 20;

/**
 * Runs one check; the rows stay in the database but for the first few. `db` must see all rows. With `asOf` (a timestamp as
 * text) deadlines are judged as of then: in a snapshot that stays open, rows are as old as the snapshot and the clock is not.
 */
export async function findOffence(db: Queryable, { name, sql }: Check, asOf?: string): Promise<Offence> {
  const judged = asOf === undefined ? sql : sql.replaceAll("app_now()", `timestamptz '${asOf}'`);
  const found = await one<{ count: number; examples: unknown[] }>(db, {
    text: `with found as materialized (${judged})
      select (select count(*) from found) as count,
        coalesce((select jsonb_agg(to_jsonb(first)) from (select * from found limit ${EXAMPLES}) first), '[]') as examples`,
    values: [],
  });
  return { name, ...found };
}
