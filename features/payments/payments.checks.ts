import type { Check } from "#lib/db/check.ts";

const DECIMAL = "'^[0-9]{1,15}([.][0-9]{1,30})?$'";

/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants Y1 to Y6 (reliability 1). */
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
    name: "payments Y2: what is charged is the agreed amount at the rate of the row, rounded up to the currency's smallest unit",
    sql: `with charged as (
            select id, amount_kopecks, charge_currency, rub_per_unit,
              case when coalesce(charge_amount, '0') ~ ${DECIMAL} then charge_amount::numeric end as charge,
              case charge_currency when 'USDT' then 0.000001 else 0.01 end as step
            from payments where charge_amount is not null)
          select id from charged
          where charge is null
            or case when charge_currency = 'RUB' then charge * 100 <> amount_kopecks
              else charge * rub_per_unit * 100 < amount_kopecks
                or (charge - step - case when charge_currency = 'USDT' then 0.01 else 0 end) * rub_per_unit * 100 >= amount_kopecks end`,
  },
  {
    name: "payments Y2/Y5: credited is what the provider says has come, in the charged currency, exactly",
    sql: `select id, amount_kopecks, provider_amount, provider_currency from payments
          where credited_transfer_id is not null
            and case when provider_currency = charge_currency and provider_amount ~ ${DECIMAL}
              then provider_amount::numeric <> coalesce(charge_amount::numeric, amount_kopecks::numeric / 100) else true end`,
  },
  {
    name: "payments Y6: what became debt of a payment is what its debt transfers say",
    sql: `with moved as (
            select regexp_replace(t.reference, ':taken:[0-9]+$', '') as payment,
              sum(case when t.kind = 'debt_reversal' then -t.amount_kopecks else t.amount_kopecks end) as debt
            from ledger_transfers t where t.kind in ('charge_back', 'payment_refund', 'debt_reversal') group by 1)
          select p.id, p.debt_kopecks, m.payment, m.debt
          from moved m
          full join (select id, debt_kopecks, 'payment:' || provider || ':' || provider_payment_id as payment
            from payments where reversal_version > 0) p on p.payment = m.payment
          where coalesce(p.debt_kopecks, 0) <> coalesce(m.debt, 0)`,
  },
  {
    // More may be owed: a refund of ours counts as sent before its provider counts it as reversed.
    name: "payments Y6: what is reversed beyond our own refunds is owed",
    sql: `select p.id, p.reversed_kopecks, p.debt_kopecks from payments p
          where p.reversed_kopecks > p.debt_kopecks
            and p.reversed_kopecks - p.debt_kopecks > (select coalesce(sum(w.amount_kopecks), 0) from payments_withdrawals w
              where w.payment_id = p.id and w.state in ('sending', 'paid'))`,
  },
  {
    name: "payments Y6: refunded or charged back exactly when something of the credit was reversed",
    sql: `select id, state, reversed_kopecks from payments
          where credited_transfer_id is not null
            and (reversed_kopecks > 0) <> (state in ('refunded', 'charged_back'))`,
  },
  {
    name: "payments: a provider's clearing account is what its payments and claims brought, less what went back",
    sql: `with meant as (
            select code, sum(kopecks) as kopecks from (
              select provider as code, case when credited_transfer_id is null then 0 else amount_kopecks end - debt_kopecks as kopecks
                from payments
              union all select 'usdt-trc20', credited_kopecks from payments_claims where state = 'credited'
              union all select p.provider, -w.amount_kopecks from payments_withdrawals w join payments p on p.id = w.payment_id
                where w.state = 'paid') parts group by code
          ), moved as (
            select a.code, sum(kopecks) as kopecks from (
              select debit_account_id as account_id, amount_kopecks as kopecks from ledger_transfers where phase in ('single', 'post')
              union all
              select credit_account_id, -amount_kopecks from ledger_transfers where phase in ('single', 'post')) sides
            join ledger_accounts a on a.id = sides.account_id and a.kind = 'clearing' group by a.code)
          select code, meant.kopecks as meant, moved.kopecks as moved from meant full join moved using (code)
          where coalesce(meant.kopecks, 0) <> coalesce(moved.kopecks, 0)`,
  },
  {
    name: "payments: what is confirmed is credited at once, unless it is a guest's that nobody owns yet",
    sql: `select id from payments where state = 'confirmed' and user_id is not null`,
  },
  {
    name: "payments: closed exactly when nothing more is expected, and then nobody asks any more",
    sql: `select id, state from payments
          where (closed_at is not null) <> (state not in ('created', 'pending', 'underpaid', 'confirmed'))
             or (closed_at is not null and due_at is not null)
             or (state in ('created', 'pending') and due_at is null)`,
  },
];
