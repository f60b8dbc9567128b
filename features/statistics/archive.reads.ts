import sql from "sql-template-tag";
import { type ArchivePart, listPart } from "#features/identity/archive/archive-part.reads.ts";

/** What statistics keep about a person: what was asked for and bought, by day, service and country. */
export const statisticsArchive: readonly ArchivePart[] = [
  listPart(
    "days",
    (userId) => sql`
      select to_char(day, 'YYYY-MM-DD') as day, kind, service_id, country_id, requests, refused, numbers, successes, cancelled, expired,
        reported, extensions, captured_kopecks, accounts
      from statistics_users where user_id = ${userId} order by day, kind, service_id, country_id`,
  ),
];
