-- Rentals of sandboxes: what was asked for and what its owner did. Messages, calls and the end follow from the script of the service
-- and the sandbox's clock, as with orders.
alter table buyer_api_sandbox_accounts add column rentals_made integer not null default 0 check (rentals_made >= 0);

create table buyer_api_sandbox_rentals (
  key_id bigint not null references buyer_api_sandbox_accounts (key_id) on delete cascade,
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
create unique index buyer_api_sandbox_rentals_once on buyer_api_sandbox_rentals (key_id, idempotency_key);

create table buyer_api_sandbox_extensions (
  key_id bigint not null,
  rental_id bigint not null,
  idempotency_key text not null,
  input_hash text not null,
  hours integer not null check (hours > 0),
  price_kopecks bigint not null check (price_kopecks > 0),
  extended_at timestamptz not null,
  primary key (key_id, idempotency_key),
  foreign key (key_id, rental_id) references buyer_api_sandbox_rentals (key_id, id) on delete cascade
);
create index buyer_api_sandbox_extensions_rental on buyer_api_sandbox_extensions (key_id, rental_id);
