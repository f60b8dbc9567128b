-- What is left when its owner closes the account, which the owner has given up in so many words.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('balance_forfeit', 'user', 'adjustment', false),
  ('referral_forfeit', 'referral', 'adjustment', false);
