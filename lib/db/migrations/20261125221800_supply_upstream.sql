-- Other shops that we buy from as their customer (features/supply/upstream).
alter table supply_suppliers
  drop constraint supply_suppliers_kind_check,
  drop constraint supply_suppliers_check,
  drop constraint supply_suppliers_word_table_check,
  -- What its prices and our balance there are written in, and what one unit of it costs us.
  add column currency text check (currency in ('RUB', 'USD')),
  add column rate_kopecks bigint check (rate_kopecks between 1 and 1000000),
  -- Our balance there in hundredths of its currency, and below which it sells nothing.
  add column balance_cents bigint,
  add column balance_at timestamptz,
  add column balance_min_cents bigint check (balance_min_cents >= 0),
  -- The balance is below its minimum, or the shop said that it does not suffice.
  add column is_out_of_money boolean not null default false,
  -- When its open orders are asked for codes next; claimed by whichever worker is first.
  add column codes_due_at timestamptz not null default app_now();
alter table supply_suppliers
  add constraint supply_suppliers_kind_check check (kind in ('agent', 'own', 'upstream')),
  add constraint supply_suppliers_check check ((kind <> 'own') = (base_url is not null)),
  add constraint supply_suppliers_word_table_check check (word_table in ('smshub', 'slugs', 'ids')),
  add constraint supply_suppliers_upstream check
    ((kind = 'upstream') = (currency is not null) and (currency is not null) = (rate_kopecks is not null)
      and (currency is distinct from 'RUB' or rate_kopecks = 100));

-- What the supplier took for the number, when it says so; null = the offer's cost.
alter table supply_attempts add column cost_kopecks bigint check (cost_kopecks > 0);
-- Two attempts never have one activation of an upstream.
create index supply_attempts_by_ref on supply_attempts (supplier_id, supplier_ref) where supplier_ref is not null;

-- Activations at upstreams that may still get a code. A row begins with its number and goes with the first finish.
create table supply_upstream_watches (
  supplier_id integer not null references supply_suppliers,
  supplier_ref bigint not null,
  number bigint not null,
  service_id integer not null,
  -- How many further codes have been asked for.
  round integer not null default 0,
  -- The shop gives no further code for it.
  is_last boolean not null default false,
  asked_at timestamptz,
  began_at timestamptz not null default app_now(),
  primary key (supplier_id, supplier_ref)
) with (fillfactor = 80);
