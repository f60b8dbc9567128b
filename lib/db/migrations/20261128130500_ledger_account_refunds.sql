-- The price of one account comes back where it did not work and there is no other one in its place.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('ready_account_refund', 'revenue', 'user', false);
