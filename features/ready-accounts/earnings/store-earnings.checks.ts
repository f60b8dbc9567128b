import type { Check } from "#lib/db/check.ts";

/** Statements about what stores earn on the live rows; a row that comes back is an offence. */
export const storeEarningChecks: readonly Check[] = [
  {
    name: "stores: a delivered order of a store has one earning, of what was agreed for each account, and no other order has one",
    sql: `select r.id, e.order_id from (
            select * from ready_accounts_orders where state = 'delivered' and seller_unit_kopecks > 0) r
          full join ready_accounts_earnings e on e.order_id = r.id
          where r.id is null or e.order_id is null or e.seller_id <> r.seller_id
            or e.share_kopecks <> r.seller_unit_kopecks * r.count or e.share_kopecks > r.total_kopecks`,
  },
  {
    name: "stores: every share in the ledger is that of an earning, out of the revenue, for its seller",
    sql: `select e.order_id, t.id as transfer_id from ready_accounts_earnings e
          full join (select t.id, t.amount_kopecks, t.reference, c.code from ledger_transfers t
            join ledger_accounts c on c.id = t.credit_account_id where t.kind = 'store_share') t
            on t.reference = 'ready_account:' || e.order_id || ':share'
          where e.order_id is null or t.id is null or t.amount_kopecks <> e.share_kopecks or t.code <> 'user:' || e.seller_id`,
  },
  {
    name: "stores: what was taken back of an earning is the share of each account whose price came back, once",
    sql: `select c.id, t.id as transfer_id from (
            select c.id, r.seller_id, r.seller_unit_kopecks, c.order_id from ready_accounts_claims c
            join ready_accounts_orders r on r.id = c.order_id
            where c.state = 'refunded' and r.seller_unit_kopecks > 0) c
          full join (select t.id, t.amount_kopecks, t.reference, d.code from ledger_transfers t
            join ledger_accounts d on d.id = t.debit_account_id where t.kind = 'store_share_reversal') t
            on t.reference = 'ready_account:' || c.order_id || ':share:back:' || c.id
          where c.id is null or t.id is null or t.amount_kopecks <> c.seller_unit_kopecks or t.code <> 'user:' || c.seller_id
          union all
          select e.order_id, null from ready_accounts_earnings e
          where e.reversed_kopecks <> (select coalesce(sum(r.seller_unit_kopecks), 0) from ready_accounts_claims c
            join ready_accounts_orders r on r.id = c.order_id where c.order_id = e.order_id and c.state = 'refunded')`,
  },
  {
    name: "stores: what came into a seller's balance is the earnings that were paid, each once, less what was taken back",
    sql: `select e.order_id, t.id as transfer_id from (select * from ready_accounts_earnings where state = 'paid') e
          full join (select t.id, t.amount_kopecks, t.reference, d.code as from_code, c.code as to_code from ledger_transfers t
            join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
            where t.kind = 'store_accrual') t on t.reference = 'ready_account:' || e.order_id || ':earning'
          where e.order_id is null or t.id is null or t.amount_kopecks <> e.share_kopecks - e.reversed_kopecks
            or t.from_code <> 'user:' || e.seller_id or t.to_code <> 'user:' || e.seller_id`,
  },
  {
    name: "stores: what the house keeps for a seller is what is pending: captured sales less commission, refunds and payments",
    sql: `with kept as (
            select a.code, sum(case when t.credit_account_id = a.id then t.amount_kopecks else -t.amount_kopecks end) as kopecks
            from ledger_accounts a join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id)
            where a.kind = 'store_pending' group by a.code
          ), meant as (
            select 'user:' || seller_id as code, sum(share_kopecks - reversed_kopecks) as kopecks
            from ready_accounts_earnings where state = 'pending' group by 1)
          select code, k.kopecks as kept, m.kopecks as meant from kept k full join meant m using (code)
          where coalesce(k.kopecks, 0) <> coalesce(m.kopecks, 0)`,
  },
  {
    name: "stores: nobody is paid for an order that can still be claimed",
    sql: `select e.order_id from ready_accounts_earnings e join ready_accounts_orders r on r.id = e.order_id
          where e.due_at < r.closed_at + make_interval(hours => r.warranty_hours)
             or (e.state = 'paid' and (e.paid_at < e.due_at or exists (select from ready_accounts_claims c
               where c.order_id = e.order_id and (c.state = 'open' or c.decided_at > e.paid_at or c.replacement_until > e.paid_at))))`,
  },
  {
    name: "stores: an objection is about an account of a store, was made in time, and stands or was overruled by the staff",
    sql: `select c.id from ready_accounts_claims c join ready_accounts_orders r on r.id = c.order_id
          where c.objection is not null and (r.seller_id is null or c.objected_at >= c.claimed_at + interval '24 hours'
            or (c.decided_by is null and c.state <> 'open') or (c.decided_by = r.seller_id and c.state <> 'refused'))`,
  },
  {
    name: "stores: what can be paid is paid within 60 s of its time",
    sql: `select e.order_id, e.due_at from ready_accounts_earnings e
          where e.state = 'pending' and e.due_at < app_now() - interval '60 seconds'
            and not exists (select from ready_accounts_claims c where c.order_id = e.order_id
              and (c.state = 'open' or c.decided_at > app_now() - interval '60 seconds'))`,
  },
];
