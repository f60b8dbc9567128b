import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const siteSearchChecks: Check[] = [
  {
    name: "content: the search knows every text as the site shows it, and no other",
    sql: "select kind, document_id from content_search_stale",
    pace: "daily",
  },
];
