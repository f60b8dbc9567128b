import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** A stored picture that is shown of the service with this slug; null: its mark again. `owner`: the tables' owner, who may. */
export async function givenServicePicture(owner: Db, slug: string, picture: string | null): Promise<void> {
  await execute(owner, sql`select catalogue_show_picture(${slug}, ${picture})`);
}
