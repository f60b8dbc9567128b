import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What a person has asked for beside buying, and what was answered. */
export const communityArchive: readonly ArchivePart[] = [
  listPart(
    "serviceRequests",
    (userId) => sql`
      select id, website, sms_text, service_id, country_id, price_kopecks, state, answer, created_at, decided_at
      from community_service_requests where user_id = ${userId} order by id`,
  ),
  listPart(
    "stockAlerts",
    (userId) => sql`
      select id, service_id, country_id, told_at, created_at from community_stock_alerts where user_id = ${userId} order by id`,
  ),
];
