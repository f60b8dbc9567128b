-- Whose accounts an order has, and what the seller gets for each of them, as it was when it was bought; null = the house's own.
alter table ready_accounts_orders
  add column seller_id bigint,
  add column seller_unit_kopecks bigint check (seller_unit_kopecks between 0 and price_kopecks),
  add constraint ready_accounts_orders_seller check ((seller_id is null) = (seller_unit_kopecks is null) and seller_id <> user_id);
create index ready_accounts_orders_sales on ready_accounts_orders (seller_id, id desc) where seller_id is not null;

-- What an order earned its store. State table: features/ready-accounts/earnings/store-earnings.rules.ts.
create table ready_accounts_earnings (
  order_id bigint primary key references ready_accounts_orders (id),
  seller_id bigint not null,
  share_kopecks bigint not null check (share_kopecks > 0),
  -- of accounts whose price came back
  reversed_kopecks bigint not null default 0,
  state text not null default 'pending' check (state in ('pending', 'paid', 'reversed')),
  -- nobody can claim any account of the order from then on, unless a claim waits
  due_at timestamptz not null,
  paid_at timestamptz,
  constraint ready_accounts_earnings_reversed check (
    reversed_kopecks between 0 and share_kopecks and (state = 'reversed') = (reversed_kopecks = share_kopecks)),
  constraint ready_accounts_earnings_paid check ((state = 'paid') = (paid_at is not null))
) with (fillfactor = 80);
create index ready_accounts_earnings_due on ready_accounts_earnings (due_at) where state = 'pending';
create index ready_accounts_earnings_seller on ready_accounts_earnings (seller_id) include (share_kopecks, reversed_kopecks, due_at)
  where state = 'pending';
revoke delete, truncate on ready_accounts_earnings from sms_den_app;
