import type { Check } from "#lib/db/check.ts";

/** Statements about stock alerts on the live rows; a row that comes back is an offence. */
export const stockAlertChecks: Check[] = [
  {
    name: "stock alerts: whoever is to be told is written to within the hour",
    sql: `select id from community_stock_alerts where mail_due and told_at < app_now() - interval '1 hour'`,
  },
];
