-- What can be bought now and for how much: one row per supplier lane, kept by a sweep out of the suppliers' levels.
create table pricing_offers (
  id integer primary key,
  service_id integer not null,
  country_id integer not null,
  supplier_id integer not null,
  operator text not null,
  supplier_kind text not null,
  cost_kopecks bigint not null check (cost_kopecks > 0),
  retail_kopecks bigint not null check (retail_kopecks > 0),
  wholesale_kopecks bigint not null check (wholesale_kopecks > 0 and wholesale_kopecks <= retail_kopecks),
  count integer not null check (count >= 0),
  healthy boolean not null,
  api_only boolean not null default false,
  -- grows with every change of a price; orders remember which version they were bought at
  version integer not null default 1,
  updated_at timestamptz not null default app_now()
) with (fillfactor = 70);
create index pricing_offers_sale on pricing_offers (service_id, country_id, retail_kopecks, id);

-- Margins in basis points on the supplier's cost; the most special rule wins (service and country, service, country, all).
create table pricing_margins (
  id integer generated always as identity primary key,
  service_id integer,
  country_id integer,
  retail_bp integer not null check (retail_bp >= 0),
  wholesale_bp integer not null check (wholesale_bp >= 0 and wholesale_bp <= retail_bp),
  constraint pricing_margins_selector unique nulls not distinct (service_id, country_id)
);
insert into pricing_margins (retail_bp, wholesale_bp) values (4000, 2500);

-- 'Your price': a price agreed with one account.
create table pricing_personal_prices (
  user_id bigint not null,
  service_id integer not null,
  country_id integer not null,
  price_kopecks bigint not null check (price_kopecks > 0),
  granted_at timestamptz not null default app_now(),
  primary key (user_id, service_id, country_id)
);

-- Accounts that buy at the wholesale tier: by turnover (kept by a sweep) or by a staff grant.
create table pricing_wholesale_accounts (
  user_id bigint primary key,
  reason text not null check (reason in ('turnover', 'grant')),
  since timestamptz not null default app_now()
);

-- Reference rate; display only, balances are in RUB.
create table pricing_usd_rates (
  day date primary key,
  rub_per_usd numeric(12, 6) not null check (rub_per_usd > 0),
  source text not null,
  fetched_at timestamptz not null default app_now()
);
insert into pricing_usd_rates (day, rub_per_usd, source) values ('2026-11-01', 81.5, 'seed');
