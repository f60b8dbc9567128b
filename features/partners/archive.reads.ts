import sql from "sql-template-tag";
import { type ArchivePart, listPart, pagedPart } from "#features/identity/archive/archive-part.reads.ts";

/** What the partner programme keeps about a person; buyers of a partner's numbers are nobody in it. */
export const partnerArchive: readonly ArchivePart[] = [
  listPart(
    "partnerApplications",
    (userId) => sql`
      select id, email, locale as language, contact, sim_countries, modems, ports, about, state, reason, created_at, decided_at
      from partners_applications where user_id = ${userId} or partner_user_id = ${userId} order by id`,
  ),
  listPart(
    "fines",
    (userId) => sql`
      select id, amount_kopecks, cause, words, order_id, state, announced_at, appeal_until, appeal, appealed_at, decision, decided_at
      from partners_fines where user_id = ${userId} order by id`,
  ),
  pagedPart(
    "partnerEarnings",
    ({ userId, after, limit }) => sql`
      select id, order_kind, order_id, extension_id, number::text as number, amount_kopecks, taken_kopecks, state, earned_at, available_at
      from partners_earnings where user_id = ${userId} and id > ${after} order by id limit ${limit}`,
  ),
];
