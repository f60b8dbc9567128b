import type { Check } from "#lib/db/check.ts";

/** Statements about the live rows; a row that comes back is an offence. */
export const earningChecks: readonly Check[] = [
  {
    name: "partners: every share that was read and whose supplier is a partner's is one earning, of its amount, order and supplier",
    sql: `select t.id, e.id as earning_id from (
            select t.*, a.code as supplier_code from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
            where t.kind = 'supplier_share') t
          full join partners_earnings e on e.source_transfer_id = t.id
          left join supply_suppliers s on 'supplier:' || s.id = t.supplier_code
          where case when e.id is null
            then s.owner_user_id is not null and t.id <= (select last_transfer_id from partners_ledger_progress)
            else t.id is null or t.amount_kopecks <> e.amount_kopecks or t.supplier_code <> 'supplier:' || e.supplier_id
              or s.owner_user_id is distinct from e.user_id
              or t.reference <> case e.order_kind when 'extension' then 'rental:' || e.order_id || ':extension:' || e.extension_id
                   else e.order_kind || ':' || e.order_id end || ':share' end`,
    pace: "daily",
  },
  {
    name: "partners: what came into a partner's balance is the earnings that were paid, each once and whole",
    sql: `select e.id, t.id as transfer_id from partners_earnings e
          full join (select t.id, t.amount_kopecks, t.reference, d.code as supplier, c.code as owner from ledger_transfers t
            join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
            where t.kind = 'partner_accrual') t on t.reference = 'earning:' || e.id
          where (e.id is null) or (e.state in ('available', 'taken_back')) <> (t.id is not null)
             or t.amount_kopecks <> e.amount_kopecks or t.supplier <> 'supplier:' || e.supplier_id or t.owner <> 'user:' || e.user_id`,
  },
  {
    name: "partners: what was refunded went to the house, once, out of the supplier's account or the partner's balance",
    sql: `with back as (
            select split_part(t.reference, ':share:', 1) as order_name, t.kind, sum(t.amount_kopecks) as kopecks, min(d.code) as from_code,
              count(distinct d.code) as accounts
            from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id
            where t.kind in ('supplier_share_reversal', 'partner_reversal') group by 1, 2
          ), meant as (
            select e.*, case e.order_kind when 'extension' then 'rental:' || e.order_id || ':extension:' || e.extension_id
              else e.order_kind || ':' || e.order_id end as order_name,
              case e.state when 'reversed' then 'supplier_share_reversal' else 'partner_reversal' end as kind,
              case e.state when 'reversed' then e.amount_kopecks else e.taken_kopecks end as kopecks
            from partners_earnings e where e.state in ('reversed', 'taken_back'))
          select m.id, b.order_name from meant m full join back b using (order_name, kind)
          where coalesce(m.kopecks, 0) <> coalesce(b.kopecks, 0) or b.accounts > 1
             or b.from_code <> case b.kind when 'supplier_share_reversal' then 'supplier:' || m.supplier_id else 'user:' || m.user_id end`,
  },
  {
    name: "partners: an order that was refunded, and no other, keeps no earning",
    sql: `select e.id from partners_earnings e
          left join ledger_transfers r on r.kind = 'activation_refund' and e.order_kind = 'activation'
            and r.reference = 'activation:' || e.order_id || ':refund'
          where case when e.state in ('reversed', 'taken_back') then r.id is null
            else r.id <= (select last_transfer_id from partners_ledger_progress) end`,
  },
];
