-- What a store earned leaves as a partner's earnings do.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('store_withdrawal', 'store', 'payout', true),
  ('store_to_balance', 'payout', 'user', false);
alter table payments_withdrawals
  drop constraint payments_withdrawals_source_check,
  add constraint payments_withdrawals_source_check check (source in ('top_up', 'referral', 'partner', 'store')),
  drop constraint payments_withdrawals_method,
  add constraint payments_withdrawals_method check (
    (source = 'top_up' and method = 'source' and payment_id is not null)
    or (source in ('referral', 'partner', 'store') and method in ('usdt', 'card', 'balance') and payment_id is null));
