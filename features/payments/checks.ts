import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants Y of reliability. */
export const paymentChecks: Check[] = [
  {
    name: "payments Y1/Y2: every credited payment has its transfer: its amount, its payer, its provider, its own reference",
    sql: `select p.id, p.state, t.id as transfer_id from payments p
          left join ledger_transfers t on t.id = p.credited_transfer_id
          left join ledger_accounts w on w.id = t.credit_account_id
          left join ledger_accounts h on h.id = t.debit_account_id
          where (p.state = 'credited' or p.credited_transfer_id is not null)
            and (t.id is null or t.kind <> 'top_up' or t.phase <> 'single' or t.amount_kopecks <> p.amount_kopecks
              or w.user_id is distinct from p.user_id or h.kind <> 'clearing' or h.code <> p.provider
              or t.reference <> 'payment:' || p.provider || ':' || p.provider_payment_id)`,
  },
  {
    name: "payments Y1: every transfer that names a payment belongs to a credited one",
    sql: `select t.id, t.reference from ledger_transfers t left join payments p on p.credited_transfer_id = t.id
          where t.kind = 'top_up' and p.id is null`,
  },
  {
    name: "payments Y1: a payment of a provider belongs to one payment of ours",
    sql: `select provider, provider_payment_id from payments where provider_payment_id is not null
          group by 1, 2 having count(*) > 1`,
  },
  {
    name: "payments Y2/Y5: credited is what the provider says has come, in roubles, to the kopeck",
    sql: `select id, amount_kopecks, provider_amount, provider_currency from payments
          where credited_transfer_id is not null
            and case when provider_currency = 'RUB' and provider_amount ~ '^[0-9]{1,12}([.][0-9]{1,2})?$'
              then provider_amount::numeric * 100 <> amount_kopecks else true end`,
  },
  {
    name: "payments: what is confirmed is credited at once",
    sql: `select id from payments where state = 'confirmed'`,
  },
  {
    name: "payments: closed exactly when nothing more is expected, and then nobody asks any more",
    sql: `select id, state from payments
          where (closed_at is not null) <> (state not in ('created', 'pending', 'underpaid', 'confirmed'))
             or (closed_at is not null and due_at is not null)
             or (state in ('created', 'pending') and due_at is null)`,
  },
];
