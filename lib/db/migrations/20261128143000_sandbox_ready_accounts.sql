-- Ready accounts of sandboxes: what was bought and claimed. What the accounts say and what becomes of a claim follow from the offer's script
-- and the sandbox's clock (features/sandbox/sandbox-accounts.rules.ts).
alter table sandbox_accounts
  add column account_orders_made integer not null default 0 check (account_orders_made >= 0),
  add column account_claims_made integer not null default 0 check (account_claims_made >= 0);

create table sandbox_account_orders (
  key_id bigint not null references sandbox_accounts (key_id) on delete cascade,
  id bigint not null,
  offer_id bigint not null,
  count integer not null check (count > 0),
  -- of one account
  price_kopecks bigint not null check (price_kopecks > 0),
  idempotency_key text not null,
  input_hash text not null,
  -- by the sandbox's clock
  bought_at timestamptz not null,
  primary key (key_id, id)
);
create unique index sandbox_account_orders_once on sandbox_account_orders (key_id, idempotency_key);

create table sandbox_account_claims (
  key_id bigint not null,
  id bigint not null,
  order_id bigint not null,
  place integer not null check (place > 0),
  text text not null,
  idempotency_key text not null,
  input_hash text not null,
  -- by the sandbox's clock
  claimed_at timestamptz not null,
  primary key (key_id, id),
  foreign key (key_id, order_id) references sandbox_account_orders (key_id, id) on delete cascade
);
create unique index sandbox_account_claims_once on sandbox_account_claims (key_id, idempotency_key);
create index sandbox_account_claims_order on sandbox_account_claims (key_id, order_id, id);
