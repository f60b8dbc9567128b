-- What was bought and what got its code, by day (UTC), service and country. Small: one row per day, service and country, however many orders.
create table statistics_days (
  day date not null,
  service_id integer not null,
  country_id integer not null,
  purchases bigint not null check (purchases > 0),
  successes bigint not null check (successes between 0 and purchases),
  primary key (service_id, day, country_id)
) with (fillfactor = 80);

-- Up to which order they are counted.
create table statistics_progress (
  only_row boolean primary key default true check (only_row),
  last_order_id bigint not null default 0
);
insert into statistics_progress default values;
revoke delete, truncate on statistics_progress from sms_den_app;

-- Purchases that have ended, by user, day, kind, service and country. A row per service, country and day, however many purchases.
create table statistics_users (
  user_id bigint not null,
  day date not null,
  kind text not null check (kind in ('activation', 'rental')),
  service_id integer not null,
  country_id integer not null,
  requests bigint not null,
  refused bigint not null,
  numbers bigint not null,
  successes bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  reported bigint not null,
  extensions bigint not null,
  captured_kopecks bigint not null,
  -- {"14": 3}: three codes came after 14 s. Medians of any rows together come from these.
  waits jsonb not null default '{}',
  primary key (user_id, day, kind, service_id, country_id),
  constraint statistics_users_sums check (numbers + refused = requests and successes + cancelled + expired + reported = numbers)
) with (fillfactor = 80);

-- Purchases that were looked at while they still ran; they are counted when they have ended.
create table statistics_running (
  user_id bigint not null,
  kind text not null check (kind in ('activation', 'rental')),
  purchase_id bigint not null,
  primary key (user_id, kind, purchase_id)
);

-- Up to which purchase they were looked at.
create table statistics_users_progress (
  only_row boolean primary key default true check (only_row),
  last_activation_id bigint not null default 0,
  last_rental_id bigint not null default 0,
  last_extension_id bigint not null default 0
);
insert into statistics_users_progress default values;
revoke delete, truncate on statistics_users_progress from sms_den_app;
