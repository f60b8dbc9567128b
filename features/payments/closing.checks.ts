import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const paymentClosingChecks: Check[] = [
  {
    name: "payments: a closed account has neither a contact nor a card or address of a person",
    sql: `with closed as (select user_id from identity_closings where closed_at is not null)
          select id from payments_claims where contact <> '---' and user_id in (select user_id from closed)
          union all
          select id from payments_withdrawals where masked_destination <> '---' and user_id in (select user_id from closed)
          union all
          select id from payments_payout_destinations where masked <> '---' and user_id in (select user_id from closed)`,
  },
];
