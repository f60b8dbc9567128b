-- What a partner's modems earned is a balance of its own, as what referrals earned is: code 'user:<id>'. It is credited out of the account
-- of the partner's supplier, and leaves by a withdrawal.
alter table ledger_accounts
  drop constraint ledger_accounts_kind_check,
  add constraint ledger_accounts_kind_check check (kind in
    ('user', 'referral', 'partner', 'clearing', 'bonus', 'revenue', 'supplier', 'debt', 'payout', 'adjustment')),
  drop constraint ledger_accounts_balance,
  add constraint ledger_accounts_balance check (
    case when kind in ('user', 'referral', 'partner')
      then posted_kopecks is not null and held_kopecks is not null and held_kopecks >= 0 and posted_kopecks - held_kopecks >= 0
      else posted_kopecks is null and held_kopecks is null end);
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('partner_accrual', 'supplier', 'partner', false),
  ('partner_withdrawal', 'partner', 'payout', true),
  ('partner_to_balance', 'payout', 'user', false);
