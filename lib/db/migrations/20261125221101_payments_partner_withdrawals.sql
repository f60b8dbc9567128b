-- What a partner's modems earned leaves as what referrals earned does; any request may carry words for the staff.
alter table payments_withdrawals
  drop constraint payments_withdrawals_source_check,
  add constraint payments_withdrawals_source_check check (source in ('top_up', 'referral', 'partner')),
  drop constraint payments_withdrawals_method,
  add constraint payments_withdrawals_method check (
    (source = 'top_up' and method = 'source' and payment_id is not null)
    or (source in ('referral', 'partner') and method in ('usdt', 'card', 'balance') and payment_id is null)),
  add column comment text check (length(comment) between 1 and 500);
