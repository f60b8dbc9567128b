import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What supply keeps about a person: the suppliers that a partner runs. Their keys are no part of it. */
export const supplyArchive: readonly ArchivePart[] = [
  listPart(
    "suppliers",
    (userId) => sql`
      select id, code, name, kind, base_url, enabled, created_at, ended_at from supply_suppliers
      where owner_user_id = ${userId} order by id`,
  ),
];
