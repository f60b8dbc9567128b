-- What agents get of the licences that they sell.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('agent_share', 'revenue', 'user', false);
