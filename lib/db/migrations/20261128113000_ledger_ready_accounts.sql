-- Ready accounts are paid as orders are: held, then taken or given back.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('ready_account', 'user', 'revenue', true);
