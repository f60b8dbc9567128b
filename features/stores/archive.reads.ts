import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What stores keep about a person. */
export const storeArchive: readonly ArchivePart[] = [
  listPart(
    "storeApplications",
    (userId) => sql`
      select id, name, description, email, state, case when state = 'declined' then reason end as reason, created_at, decided_at
      from stores_applications where user_id = ${userId} order by id`,
  ),
  listPart(
    "stores",
    (userId) => sql`select name, description, email, opened_at from stores_stores where user_id = ${userId}`,
  ),
  listPart(
    "marketplaceRules",
    (userId) =>
      sql`select version, accepted_at from stores_acceptances where user_id = ${userId} order by version`,
  ),
];
