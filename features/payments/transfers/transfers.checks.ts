import type { Check } from "#lib/db/check.ts";

/** Statements about transfers through the support on the live rows; a row that comes back is an offence. */
export const transferChecks: Check[] = [
  {
    name: "payments transfers: every payment through the support has its transfer, and no other payment has one",
    sql: `select p.id, t.payment_id from payments p full join payments_transfers t on t.payment_id = p.id
          where (p.provider = 'support') is distinct from (t.payment_id is not null) and coalesce(p.provider = 'support', true)
             or (t.payment_id is not null and p.provider is distinct from 'support')`,
  },
  {
    name: "payments transfers: what is credited was said by one of the staff, to the kopeck, and not by the payer",
    sql: `select p.id from payments p
          where p.provider = 'support' and p.credited_transfer_id is not null
            and not exists (select from payments_transfer_words w
              where w.payment_id = p.id and w.received_kopecks = p.amount_kopecks and w.actor_id <> p.user_id)`,
  },
];
