-- Every price that a partner has set, one row per service and country: how often it changed, and from what to what.
create table partners_price_changes (
  id bigint generated always as identity primary key,
  supplier_id integer not null,
  service_id integer not null,
  country_id integer not null,
  -- Null: it had no price.
  from_kopecks bigint check (from_kopecks > 0),
  to_kopecks bigint not null check (to_kopecks > 0),
  changed_at timestamptz not null default app_now()
);
create index partners_price_changes_recent on partners_price_changes (supplier_id, changed_at);
create index partners_price_changes_by_time on partners_price_changes (changed_at);
revoke update, truncate on partners_price_changes from sms_den_app;
