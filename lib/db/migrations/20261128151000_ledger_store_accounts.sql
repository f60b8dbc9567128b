-- What a store sold is the seller's when nobody can claim it any more: until then it is in an account of the house (`store_pending`, code
-- 'user:<id>' of the seller), then in a balance of the seller's own (`store`), as a partner's earnings are.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in
    ('user', 'referral', 'partner', 'store', 'clearing', 'bonus', 'revenue', 'supplier', 'store_pending', 'debt', 'payout', 'adjustment')),
  drop constraint ledger_accounts_balance,
  add constraint ledger_accounts_balance check (
    case when kind in ('user', 'referral', 'partner', 'store')
      then posted_kopecks is not null and held_kopecks is not null and held_kopecks >= 0 and posted_kopecks - held_kopecks >= 0
      else posted_kopecks is null and held_kopecks is null end);
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  -- of a delivered order, less the commission
  ('store_share', 'revenue', 'store_pending', false),
  -- of an account whose price came back
  ('store_share_reversal', 'store_pending', 'revenue', false),
  ('store_accrual', 'store_pending', 'store', false);
