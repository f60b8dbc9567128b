-- When the owner of a store was told that an earning was released. What was released before owners were told is told to nobody.
alter table ready_accounts_earnings add column told_at timestamptz;
update ready_accounts_earnings set told_at = paid_at where state = 'paid';
alter table ready_accounts_earnings
  add constraint ready_accounts_earnings_told check (told_at is null or (state = 'paid' and told_at >= paid_at));
create index ready_accounts_earnings_untold on ready_accounts_earnings (seller_id, paid_at) where state = 'paid' and told_at is null;
create index ready_accounts_earnings_notices on ready_accounts_earnings (seller_id, told_at) where told_at is not null;
