import type { Check } from "#lib/db/check.ts";

/** Statements about Tether invoices and transfers on the live rows; a row that comes back is an offence. */
export const tetherChecks: Check[] = [
  {
    name: "payments tether: what pays an invoice is exactly its amount, at its address, within its time",
    sql: `select t.id from payments_tether_transfers t join payments_tether_invoices i on i.payment_id = t.payment_id
          where t.match = 'exact' and (t.amount_micro <> i.amount_micro or t.address <> i.address
            or t.block_at > i.expires_at or t.block_at < i.created_at - interval '61 seconds')`,
  },
  {
    name: "payments tether Y1/Y2: every credited payment has the one transfer that paid it",
    sql: `select p.id from payments p
            left join payments_tether_transfers t on t.payment_id = p.id and t.match = 'exact'
          where p.provider = 'usdt-trc20' and p.credited_transfer_id is not null
            and (t.id is null or t.amount_micro <> p.charge_amount::numeric * 1000000)`,
  },
  {
    name: "payments tether: a transfer that pays an invoice is credited soon",
    sql: `select t.id, p.id as payment_id, p.state from payments_tether_transfers t join payments p on p.id = t.payment_id
          where t.match = 'exact' and t.taken_in_at < app_now() - interval '15 minutes'
            and p.state in ('created', 'pending', 'expired', 'failed', 'underpaid', 'confirmed')`,
  },
  {
    name: "payments tether: an invoice asks for what its payment charges",
    sql: `select i.payment_id from payments_tether_invoices i left join payments p on p.id = i.payment_id
          where p.id is null or p.provider <> 'usdt-trc20'
            or p.state <> 'created' and p.charge_amount::numeric * 1000000 <> i.amount_micro`,
  },
];
