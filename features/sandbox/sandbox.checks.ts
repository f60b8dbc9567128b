import { cancelMinutes } from "#features/rentals/rentals.rules.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { sandboxAccountLimits } from "#features/sandbox/sandbox-accounts.rules.ts";
import { sandboxRentLimits } from "#features/sandbox/sandbox-rent.rules.ts";

/** Statements about the sandbox's rows; a row that comes back is an offence. */
export const sandboxChecks = [
  {
    name: "sandbox: no key keeps more orders than it may",
    sql: `select key_id, count(*) from sandbox_orders group by key_id having count(*) > ${sandboxLimits.ordersKept}`,
  },
  {
    name: "sandbox: no key keeps more rentals than it may, nor more than it has made",
    sql: `select a.key_id from sandbox_accounts a join sandbox_rentals r on r.key_id = a.key_id
          group by a.key_id having count(*) > least(a.rentals_made, ${sandboxRentLimits.rentalsKept})`,
  },
  {
    name: "sandbox: a cancelled rental was never extended, and ended within its first 20 minutes",
    sql: `select r.key_id, r.id from sandbox_rentals r
          where r.closed_as = 'canceled' and (r.closed_at >= r.rented_at + interval '${cancelMinutes} minutes'
            or exists (select from sandbox_extensions e where e.key_id = r.key_id and e.rental_id = r.id))`,
  },
  {
    name: "sandbox: no key keeps more orders of accounts than it may, nor more than it has made",
    sql: `select a.key_id from sandbox_accounts a join sandbox_account_orders o on o.key_id = a.key_id
          group by a.key_id having count(*) > least(a.account_orders_made, ${sandboxAccountLimits.ordersKept})`,
  },
  {
    name: "sandbox: a claim is about an account of its order, after it was bought",
    sql: `select c.key_id, c.id from sandbox_account_claims c
          join sandbox_account_orders o on o.key_id = c.key_id and o.id = c.order_id
          where c.place > o.count or c.claimed_at < o.bought_at`,
  },
  {
    name: "sandbox: belongs to the owner of a sandbox key",
    sql: `select a.key_id from sandbox_accounts a join identity_api_keys k on k.id = a.key_id
          where k.kind <> 'sandbox' or k.user_id <> a.user_id`,
  },
  {
    name: "sandbox: its orders and what is gone of them never cost more than the purse held",
    sql: `select a.key_id from sandbox_accounts a
          where a.spent_kopecks > ${sandboxLimits.startKopecks}
             or a.orders_made < (select count(*) from sandbox_orders o where o.key_id = a.key_id)`,
  },
] as const;
