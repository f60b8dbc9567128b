-- Until when what was delivered can be claimed; null = nothing was, or there is no warranty.
alter table ready_accounts_orders add column warranty_until timestamptz;
update ready_accounts_orders set warranty_until = closed_at + make_interval(hours => warranty_hours)
  where state = 'delivered' and warranty_hours > 0;

-- A buyer says of one account that it does not work. State table: features/ready-accounts/warranty/warranty.rules.ts.
create table ready_accounts_claims (
  id bigint generated always as identity primary key,
  order_id bigint not null,
  -- the account's place in its order; a replacement takes the same place
  position integer not null,
  unit_id bigint not null references ready_accounts_units (id),
  -- the order's
  offer_id bigint not null references ready_accounts_offers (id),
  user_id bigint not null,
  -- what the buyer says; null once the account of the person is closed
  text text check (length(text) between 1 and 1000),
  state text not null default 'open' check (state in ('open', 'replaced', 'refunded', 'refused')),
  claimed_at timestamptz not null default app_now(),
  -- until when it could be claimed
  claimable_until timestamptz not null,
  -- decided by then, or it is decided for the buyer
  due_at timestamptz not null,
  decided_at timestamptz,
  -- null = nobody decided in time
  decided_by bigint,
  -- told to the buyer
  reason text check (length(reason) between 1 and 500),
  replacement_unit_id bigint references ready_accounts_units (id),
  -- until when the replacement can be claimed in its turn
  replacement_until timestamptz,
  refund_kopecks bigint check (refund_kopecks > 0),
  refund_transfer_id bigint,
  idempotency_key text not null,
  input_hash text not null,
  foreign key (order_id, position) references ready_accounts_items (order_id, position),
  constraint ready_accounts_claims_decided check (
    (state = 'open') = (decided_at is null) and (decided_by is null or decided_at is not null)),
  constraint ready_accounts_claims_replaced check (
    (state = 'replaced') = (replacement_unit_id is not null) and (replacement_until is null or state = 'replaced')),
  constraint ready_accounts_claims_refunded check (
    (state = 'refunded') = (refund_kopecks is not null) and (refund_kopecks is null) = (refund_transfer_id is null)),
  constraint ready_accounts_claims_in_time check (claimed_at < claimable_until)
) with (fillfactor = 80);
create unique index ready_accounts_claims_unit on ready_accounts_claims (unit_id);
create unique index ready_accounts_claims_replacement on ready_accounts_claims (replacement_unit_id) where replacement_unit_id is not null;
create unique index ready_accounts_claims_key on ready_accounts_claims (user_id, idempotency_key);
create index ready_accounts_claims_state on ready_accounts_claims (state, id);
create index ready_accounts_claims_offer on ready_accounts_claims (offer_id, state);
create index ready_accounts_claims_place on ready_accounts_claims (order_id, position, id);
create index ready_accounts_claims_due on ready_accounts_claims (due_at) where state = 'open';
revoke delete, truncate on ready_accounts_claims from sms_den_app;

-- What has become of an offer's stock, and what was sold of it.
create index ready_accounts_units_offer on ready_accounts_units (offer_id, state);
create index ready_accounts_orders_offer on ready_accounts_orders (offer_id, closed_at) where state = 'delivered';
