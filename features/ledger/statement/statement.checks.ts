/** What the statement stands on: every row that moves a balance is found in that balance's history. */
export const ledgerStatementChecks = [
  {
    name: "ledger statement: a row belongs to the history of the balance it moves, and to none when it moves none",
    sql: `select t.id, t.account_id from ledger_transfers t
          join ledger_accounts d on d.id = t.debit_account_id
          join ledger_accounts c on c.id = t.credit_account_id
          where t.account_id is distinct from
            case when d.kind in ('user', 'referral', 'partner', 'store') then d.id when c.kind in ('user', 'referral', 'partner', 'store') then c.id end`,
  },
  {
    name: "ledger statement: a store's history ends at what can be withdrawn and at what is held or waits",
    sql: `select p.id from ledger_accounts p left join ledger_accounts s on s.kind = 'store' and s.code = p.code
          cross join lateral (select * from ledger_store_history(p.id) order by account_version desc limit 1) h
          where p.kind = 'store_pending' and (
            h.posted_after_kopecks - h.held_after_kopecks <> coalesce(s.posted_kopecks - s.held_kopecks, 0)
            or h.held_after_kopecks < coalesce(s.held_kopecks, 0))`,
  },
] as const;
