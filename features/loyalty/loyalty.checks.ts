import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. Names follow the invariants G1 and G2 (reliability 1). */
export const loyaltyChecks: Check[] = [
  {
    name: "loyalty G1: a welcome bonus has its transfer, to its user and by its reference",
    sql: `select w.user_id, t.id from loyalty_welcomes w
          left join ledger_transfers t on t.id = w.transfer_id
          left join ledger_accounts a on a.id = t.credit_account_id
          where w.transfer_id is not null and (t.id is null or t.kind <> 'welcome_bonus' or t.amount_kopecks <> w.bonus_kopecks
            or a.user_id is distinct from w.user_id or t.reference <> 'welcome:' || w.user_id)
          union all
          select w.user_id, t.id from ledger_transfers t left join loyalty_welcomes w on w.transfer_id = t.id
          where t.kind = 'welcome_bonus' and w.user_id is null`,
  },
  {
    name: "loyalty G1: one bonus for one person and for one payer",
    sql: `select encode(person_mark, 'hex') as whose from loyalty_welcomes where state = 'granted' group by 1 having count(*) > 1
          union all
          select payer_fingerprint from loyalty_welcomes where state = 'granted' and payer_fingerprint is not null
          group by 1 having count(*) > 1`,
  },
  {
    name: "loyalty G1: a welcome bonus belongs to a credited top-up of its user",
    sql: `select w.user_id, w.payment_id from loyalty_welcomes w left join payments p on p.id = w.payment_id
          where p.id is null or p.user_id <> w.user_id or p.credited_at is null or w.base_kopecks > p.amount_kopecks`,
  },
  {
    name: "loyalty G2: a paid week has one transfer, to its user and by its reference",
    sql: `select w.user_id, w.week, t.id from loyalty_weeks w
          left join ledger_transfers t on t.id = w.transfer_id
          left join ledger_accounts a on a.id = t.credit_account_id
          where w.transfer_id is not null and (t.id is null or t.kind <> 'cashback' or t.amount_kopecks <> w.cashback_kopecks
            or a.user_id is distinct from w.user_id or t.reference <> 'cashback:' || w.user_id || ':' || w.week)
          union all
          select a.user_id, t.reference, t.id from ledger_transfers t
          join ledger_accounts a on a.id = t.credit_account_id
          left join loyalty_weeks w on w.transfer_id = t.id
          where t.kind = 'cashback' and w.user_id is null`,
  },
  {
    name: "loyalty G2: cashback is the rank's share of the week, never more than the week's most",
    sql: `select w.user_id, w.week from loyalty_weeks w join loyalty_rounds r on r.week = w.week
          where w.cashback_kopecks <> least(w.total_kopecks * w.cashback_bp / 10000, coalesce(r.cap_kopecks, w.total_kopecks))
             or not exists (select from jsonb_array_elements(r.ladder) s
               where (s ->> 'cashbackBp')::int = w.cashback_bp and (s ->> 'fromKopecks')::bigint <= w.total_kopecks)`,
  },
  {
    name: "loyalty T3: a round is a whole ISO week in UTC under its own name, and none is missing in between",
    sql: `select week from loyalty_rounds
          where starts_at <> date_trunc('week', starts_at at time zone 'UTC') at time zone 'UTC'
             or week <> to_char(starts_at at time zone 'UTC', 'IYYY"-W"IW')
          union all
          select week from (select week, starts_at, lag(starts_at) over (order by starts_at) as before from loyalty_rounds) r
          where before is not null and starts_at <> before + interval '7 days'`,
  },
  {
    name: "loyalty: what was reversed of bonuses is what became debt, less what was restored",
    sql: `with returned as (
            select user_id, sum(kopecks)::bigint as kopecks from (
              select user_id, returned_kopecks as kopecks from loyalty_welcomes
              union all select user_id, returned_kopecks from loyalty_weeks) r group by user_id having sum(kopecks) > 0
          ), moved as (
            select user_id, sum(kopecks)::bigint as kopecks from (
              select substr(a.code, 6)::bigint as user_id, t.amount_kopecks as kopecks
                from ledger_transfers t join ledger_accounts a on a.id = t.debit_account_id where t.kind = 'bonus_reversal'
              union all
              select a.user_id, -t.amount_kopecks
                from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id where t.kind = 'bonus_restored') m
            group by user_id having sum(kopecks) <> 0)
          select user_id, r.kopecks, m.kopecks from returned r full join moved m using (user_id)
          where r.kopecks is distinct from m.kopecks`,
  },
  {
    name: "loyalty: a higher step of the ladder brings a higher share",
    sql: `select from_kopecks from (
            select from_kopecks, cashback_bp, lag(cashback_bp) over (order by from_kopecks) as before from loyalty_ranks) r
          where before >= cashback_bp`,
  },
];
