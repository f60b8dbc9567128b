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
] as const;
