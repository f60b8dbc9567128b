import "server-only";
import type { QueryResultRow } from "pg";
import type { Queryable, Statement } from "#lib/db/pool.ts";

/** All rows of a statement. */
export async function rows<Row extends QueryResultRow>(db: Queryable, statement: Statement): Promise<Row[]> {
  return (await db.query<Row>(statement)).rows;
}

/** The only row. Throws when there is none or more than one. */
export async function one<Row extends QueryResultRow>(db: Queryable, statement: Statement): Promise<Row> {
  const result = await rows<Row>(db, statement);
  const [first] = result;
  if (!first || result.length > 1) throw new Error(`Expected one row, got ${result.length}`);
  return first;
}

/** The first row or null. */
export async function maybeOne<Row extends QueryResultRow>(
  db: Queryable,
  statement: Statement,
): Promise<Row | null> {
  return (await rows<Row>(db, statement))[0] ?? null;
}

/** Runs a statement and tells how many rows it touched. */
export async function execute(db: Queryable, statement: Statement): Promise<number> {
  return (await db.query(statement)).rowCount ?? 0;
}
