import sql from "sql-template-tag";
import { type ArchivePart, factPart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What the loyalty programme keeps about a person. */
export const loyaltyArchive: readonly ArchivePart[] = [
  factPart(
    "welcomeBonus",
    (userId) => sql`
      select payment_id, state, reason, base_kopecks, bonus_kopecks, returned_kopecks, decided_at from loyalty_welcomes
      where user_id = ${userId}`,
  ),
  listPart(
    "cashback",
    (userId) => sql`
      select week, total_kopecks, cashback_bp as basis_points, cashback_kopecks, returned_kopecks, paid_at from loyalty_weeks
      where user_id = ${userId} order by week`,
  ),
  listPart(
    "bonusBrowsers",
    (userId) => sql`select noted_at from loyalty_devices where user_id = ${userId} order by noted_at`,
  ),
];
