import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const forfeitChecks: Check[] = [
  {
    name: "ledger: what was given up is the whole of a balance, once, of an account that was closed",
    sql: `select t.id, t.reference from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id
          left join identity_closings c on 'closing:' || c.user_id || ':' || a.kind = t.reference and c.closed_at is not null
          where t.kind in ('balance_forfeit', 'referral_forfeit')
            and (c.user_id is null or t.posted_after_kopecks <> 0 or t.held_after_kopecks <> 0
              or coalesce(a.user_id, substring(a.code from 6)::bigint) <> c.user_id)`,
  },
];
