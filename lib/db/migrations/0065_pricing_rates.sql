-- Where reference rates come from: asked of the central banks by a timed job, or set by the staff.
alter table pricing_usd_rates
  add column set_by bigint,
  add constraint pricing_usd_rates_source check (source in ('seed', 'cbr', 'cbr+ecb', 'ecb+cbr', 'staff')),
  add constraint pricing_usd_rates_set_by check ((source = 'staff') = (set_by is not null));
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
