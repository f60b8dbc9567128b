-- Suppliers that an operator takes on, pauses and ends (features/supply/operation).
alter table supply_suppliers
  -- Ended for good: its key is refused and nothing of it is sold. `enabled` alone is the pause.
  add column ended_at timestamptz,
  add column rents boolean not null default true,
  -- What a number costs where supply_prices has no row; null = such numbers are not sold.
  add column default_cost_kopecks bigint check (default_cost_kopecks > 0),
  -- How many orders may be open on it at once; null = as many as it has numbers.
  add column open_max integer check (open_max between 1 and 1000000),
  -- Kept by a sweep of the orders' side: open_max is reached.
  add column is_full boolean not null default false,
  -- What it may sell; empty = everything.
  add column allowed_country_ids integer[] not null default '{}',
  add column allowed_service_ids integer[] not null default '{}',
  add column allowed_operators text[] not null default '{}',
  add constraint supply_suppliers_ended_is_off check (ended_at is null or not enabled);

-- Keys that another one has replaced. The partner may push with them until taken_until, and we call the agent with them until
-- calls_until.
create table supply_retired_keys (
  push_key_hash text primary key check (push_key_hash ~ '^[0-9a-f]{64}$'),
  supplier_id integer not null references supply_suppliers,
  sealed_key text not null,
  calls_until timestamptz not null,
  taken_until timestamptz not null,
  retired_at timestamptz not null default app_now(),
  check (calls_until <= taken_until)
);
create index supply_retired_keys_by_supplier on supply_retired_keys (supplier_id, retired_at);
