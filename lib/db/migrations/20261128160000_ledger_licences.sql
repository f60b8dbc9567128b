-- Licences of software are paid at once: there is nothing to wait for between the money and the key.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values ('licence', 'user', 'revenue', false);
