import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** The sandboxes of a person's keys: how much was played in each, not the play itself. */
export const sandboxArchive: readonly ArchivePart[] = [
  listPart(
    "sandboxes",
    (userId) => sql`
      select key_id, orders_made, rentals_made, account_orders_made, spent_kopecks, used_at from sandbox_accounts where user_id = ${userId} order by key_id`,
  ),
];
