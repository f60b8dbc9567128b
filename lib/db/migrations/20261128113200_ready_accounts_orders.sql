-- Bought accounts. State table: features/ready-accounts/ready-accounts.rules.ts. Money: one hold per order, resolved once.
create table ready_accounts_orders (
  -- far from the numbers of activations and rentals, so that nobody takes one for the other
  id bigint generated always as identity (start with 700000001) primary key,
  user_id bigint not null,
  offer_id bigint not null references ready_accounts_offers (id),
  count integer not null check (count > 0),
  -- as the offer said when it was bought
  price_kopecks bigint not null check (price_kopecks > 0),
  total_kopecks bigint not null check (total_kopecks = price_kopecks * count),
  -- the most that the buyer agreed to pay for all of it; null = not said
  max_total_kopecks bigint,
  warranty_hours integer not null,
  state text not null check (state in ('held', 'delivered', 'cancelled')),
  hold_id bigint not null,
  idempotency_key text not null,
  input_hash text not null,
  channel text not null,
  ordered_at timestamptz not null default app_now(),
  -- delivered by then, or the sweep looks at it
  due_at timestamptz not null,
  closed_at timestamptz,
  close_reason text,
  constraint ready_accounts_orders_closed check (
    (state = 'held') = (closed_at is null) and (closed_at is null) = (close_reason is null))
) with (fillfactor = 80);
create unique index ready_accounts_orders_key on ready_accounts_orders (user_id, idempotency_key);
create unique index ready_accounts_orders_hold on ready_accounts_orders (hold_id);
create index ready_accounts_orders_history on ready_accounts_orders (user_id, id desc);
create index ready_accounts_orders_due on ready_accounts_orders (due_at) where state = 'held';
revoke delete, truncate on ready_accounts_orders from sms_den_app;

-- Which units an order has. A unit that went back into stock was released and may be sold to another.
create table ready_accounts_items (
  order_id bigint not null references ready_accounts_orders (id),
  position integer not null check (position > 0),
  unit_id bigint not null references ready_accounts_units (id),
  released_at timestamptz,
  primary key (order_id, position)
);
create unique index ready_accounts_items_unit on ready_accounts_items (unit_id) where released_at is null;
revoke delete, truncate on ready_accounts_items from sms_den_app;
