-- What a provider takes back of a credited payment, by a refund or a lost dispute: all of it that no withdrawal of ours sent
-- back is owed by the payer.
alter table payments
  -- of taken_back_kopecks, what has become debt
  add column debt_kopecks bigint not null default 0,
  -- grows with every change of the two: an answer that was asked for before one of them is asked for again
  add column taken_back_version integer not null default 0,
  add constraint payments_debt check (
    debt_kopecks between 0 and taken_back_kopecks and (credited_transfer_id is not null or taken_back_kopecks = 0));

insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  -- the provider gave back what it had taken (a won dispute, a failed refund)
  ('debt_reversal', 'clearing', 'debt', false),
  -- of that, what the wallet had paid already
  ('debt_return', 'debt', 'user', false);

-- What a user owes, without reading all transfers.
create index ledger_transfers_debt_made on ledger_transfers (debit_account_id)
  where kind in ('charge_back', 'payment_refund', 'bonus_reversal', 'debt_return');
create index ledger_transfers_debt_met on ledger_transfers (credit_account_id)
  where kind in ('debt_repayment', 'debt_write_off', 'debt_reversal');
