-- A dispute that is won after its debt was written off: what the house gave is the house's again.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('debt_write_off_reversal', 'debt', 'bonus', false);
drop index ledger_transfers_debt_made;
create index ledger_transfers_debt_made on ledger_transfers (debit_account_id)
  where kind in ('charge_back', 'payment_refund', 'bonus_reversal', 'debt_return', 'debt_write_off_reversal');
