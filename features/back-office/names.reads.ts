import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type Named = { id: number; name: string; email: string };

/** Names of users and staff by id; an unknown id keeps its number alone. */
export async function listNames(
  db: Queryable,
  ids: readonly (number | null)[],
): Promise<(id: number) => Named> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found = await rows<Named>(
    db,
    sql`select id, name, email from identity_people where id = any (${wanted}::bigint[])`,
  );
  const byId = new Map(found.map((person) => [person.id, person]));
  return (id) => byId.get(id) ?? { id, name: "", email: "" };
}
