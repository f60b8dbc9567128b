import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const rateChecks: Check[] = [
  {
    name: "pricing: every rate is between 10 and 1000 roubles for a dollar",
    sql: "select day, rub_per_usd from pricing_usd_rates where rub_per_usd not between 10 and 1000",
  },
  {
    name: "pricing: a rate that the staff set or accepted has its line in the audit",
    sql: `select r.day, r.set_by from pricing_usd_rates r
          where r.source = 'staff' and not exists (select from identity_audit a
            where a.actor_id = r.set_by and a.subject = 'rate:usd:' || r.day and a.action in ('rate.set', 'rate.accept'))`,
  },
  {
    name: "pricing: what was refused is not the rate, unless somebody accepted it",
    sql: `select f.id, f.day from pricing_rate_refusals f join pricing_usd_rates r on r.day = f.day and r.rub_per_usd = f.rub_per_usd
          where r.source = f.source and f.resolution is distinct from 'accepted'`,
  },
];
