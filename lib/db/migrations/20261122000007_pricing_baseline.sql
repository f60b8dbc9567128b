-- What can be bought now and for how much: the price of each of supply's offers (same id), kept by a sweep.
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
  fetched_at timestamptz not null default app_now(),
  -- Where reference rates come from: asked of the central banks by a timed job, or set by the staff.
  set_by bigint,
  constraint pricing_usd_rates_source check (source in ('seed', 'cbr', 'cbr+ecb', 'ecb+cbr', 'staff')),
  constraint pricing_usd_rates_set_by check ((source = 'staff') = (set_by is not null))
);
insert into pricing_usd_rates (day, rub_per_usd, source) values ('2026-11-01', 81.5, 'seed');

-- The price of rented time. An hour costs what the supplier gets with the margin on it; longer times are cheaper by the hour, step by
-- step like tax brackets, so that more hours never cost less.
create table pricing_rent_steps (
  from_hours integer primary key check (from_hours >= 0),
  -- basis points of the hour's price, for the hours from here to the next step
  rate_bp integer not null check (rate_bp between 1 and 10000)
);
insert into pricing_rent_steps (from_hours, rate_bp) values (0, 10000), (12, 7000), (24, 4500), (72, 3000), (168, 2000), (336, 1500);

-- An hour's price agreed with one account; service null = the whole number.
create table pricing_rent_personal_prices (
  user_id bigint not null,
  service_id integer,
  country_id integer not null,
  hour_kopecks bigint not null check (hour_kopecks > 0),
  granted_at timestamptz not null default app_now(),
  unique nulls not distinct (user_id, service_id, country_id)
);
revoke delete, truncate on pricing_usd_rates from sms_den_app;

-- What was not believed: the last good rate stays, and somebody of the staff looks.
create table pricing_rate_refusals (
  id bigint generated always as identity primary key,
  source text not null,
  day date not null,
  rub_per_usd numeric(12, 6) not null check (rub_per_usd > 0),
  -- the rate that was kept
  kept_rub_per_usd numeric(12, 6) not null,
  -- 'jump': too far from the last good one; 'disagrees': the banks contradict each other; 'range': no rate of this world;
  -- 'old', 'early': not of these days
  reason text not null check (reason in ('jump', 'disagrees', 'range', 'old', 'early')),
  times integer not null default 1 check (times > 0),
  seen_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  -- accepted: it became the day's rate; dismissed: it was wrong; null: nobody has looked yet
  resolution text check (resolution in ('accepted', 'dismissed')),
  resolved_by bigint,
  resolved_at timestamptz,
  constraint pricing_rate_refusals_resolved check (
    (resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null)),
  constraint pricing_rate_refusals_reading unique (source, day, rub_per_usd, reason)
);
create index pricing_rate_refusals_open on pricing_rate_refusals (id) where resolution is null;
revoke delete, truncate on pricing_rate_refusals from sms_den_app;

-- When the banks are asked next, and what came of the last time.
create table pricing_rate_schedule (
  only_row boolean primary key default true check (only_row),
  due_at timestamptz not null default app_now(),
  failures integer not null default 0 check (failures >= 0),
  last_asked_at timestamptz,
  last_good_at timestamptz,
  -- in a word, for the staff; null after a good one
  last_problem text
);
insert into pricing_rate_schedule default values;
revoke insert, delete, truncate on pricing_rate_schedule from sms_den_app;

-- What an offer cost until a little while ago: it was on sale, was told by lists, and then went or became dearer. Buyers who name no
-- limit are held to it until `until`, so that nobody pays much more than what was last told.
create table pricing_past_offers (
  id bigint generated always as identity primary key,
  service_id integer not null,
  country_id integer not null,
  supplier_id integer not null,
  operator text not null,
  api_only boolean not null,
  retail_kopecks bigint not null,
  wholesale_kopecks bigint not null,
  until timestamptz not null
);
create index pricing_past_offers_sale on pricing_past_offers (service_id, country_id, until);
create index pricing_past_offers_over on pricing_past_offers (until);
