import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What the staff have proposed about a person's balance and second factor; who of them is not told. */
export const backOfficeArchive: readonly ArchivePart[] = [
  listPart(
    "corrections",
    (userId) => sql`
      select id, kind, activation_id as order_id, amount_kopecks, reason, state, proposed_at, decided_at from back_office_corrections
      where user_id = ${userId} order by id`,
  ),
  listPart(
    "secondFactorRemovals",
    (userId) => sql`
      select id, reason, state, proposed_at, decided_at from back_office_factor_removals where user_id = ${userId} order by id`,
  ),
];
