-- The sandbox of a key: a purse that is no money, a clock of its own, and orders that go by script
-- (features/sandbox/sandbox.rules.ts). What has become of an order is reckoned from its script and the clock.
create table sandbox_accounts (
  key_id bigint primary key references identity_api_keys (id) on delete cascade,
  user_id bigint not null,
  -- how far its clock is ahead of app_now()
  ahead_seconds integer not null default 0 check (ahead_seconds between 0 and 31622400),
  orders_made integer not null default 0 check (orders_made >= 0),
  -- what orders cost that are not kept any more
  spent_kopecks bigint not null default 0 check (spent_kopecks >= 0),
  used_at timestamptz not null default app_now(),
  -- Rentals of sandboxes: what was asked for and what its owner did. Messages, calls and the end follow from the script of the service
  -- and the sandbox's clock, as with orders.
  rentals_made integer not null default 0 check (rentals_made >= 0)
);
create index sandbox_accounts_used on sandbox_accounts (used_at);

create table sandbox_orders (
  key_id bigint not null references sandbox_accounts (key_id) on delete cascade,
  id bigint not null,
  service_id integer not null,
  service_code text not null,
  country_id integer not null,
  operator text not null,
  number text not null check (number ~ '^[0-9]{6,15}$'),
  price_kopecks bigint not null check (price_kopecks > 0),
  idempotency_key text not null,
  input_hash text not null,
  -- times of the sandbox's clock
  issued_at timestamptz not null,
  more_asked_at timestamptz,
  closed_at timestamptz,
  -- what its owner closed it with; null when it is open or its time was over
  closed_as text check (closed_as in ('completed', 'cancelled', 'banned')),
  primary key (key_id, id),
  check ((closed_at is null) = (closed_as is null)),
  check (closed_at >= issued_at)
);
create unique index sandbox_orders_once on sandbox_orders (key_id, idempotency_key);

create table sandbox_rentals (
  key_id bigint not null references sandbox_accounts (key_id) on delete cascade,
  id bigint not null,
  service_id integer not null,
  service_code text not null,
  country_id integer not null,
  operator text not null,
  number text not null check (number ~ '^[0-9]{6,15}$'),
  -- of the first time
  hours integer not null check (hours > 0),
  price_kopecks bigint not null check (price_kopecks > 0),
  idempotency_key text not null,
  input_hash text not null,
  -- times of the sandbox's clock
  rented_at timestamptz not null,
  closed_at timestamptz,
  -- what its owner closed it with; null when it runs or its time was over
  closed_as text check (closed_as in ('canceled', 'expired')),
  primary key (key_id, id),
  check ((closed_at is null) = (closed_as is null)),
  check (closed_at >= rented_at)
);
create unique index sandbox_rentals_once on sandbox_rentals (key_id, idempotency_key);

create table sandbox_extensions (
  key_id bigint not null,
  rental_id bigint not null,
  idempotency_key text not null,
  input_hash text not null,
  hours integer not null check (hours > 0),
  price_kopecks bigint not null check (price_kopecks > 0),
  extended_at timestamptz not null,
  primary key (key_id, idempotency_key),
  foreign key (key_id, rental_id) references sandbox_rentals (key_id, id) on delete cascade
);
create index sandbox_extensions_rental on sandbox_extensions (key_id, rental_id);
