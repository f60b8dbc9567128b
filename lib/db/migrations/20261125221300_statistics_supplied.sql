-- Orders that a partner's supplier had the number for and that have ended, by day (UTC), kind, service, country and operator.
create table statistics_supplied (
  supplier_id integer not null,
  day date not null,
  kind text not null check (kind in ('activation', 'rental')),
  service_id integer not null,
  country_id integer not null,
  operator text not null,
  requests bigint not null check (requests > 0),
  -- of them: got an SMS (rented ones: or a call); ended without one in the buyer's hand, by the clock, or as reported
  codes bigint not null,
  cancelled bigint not null,
  expired bigint not null,
  reported bigint not null,
  -- all SMS that came in time
  sms bigint not null,
  -- what the supplier was given of the charges
  share_kopecks bigint not null,
  -- {"14": 3}: three codes came after 14 s
  waits jsonb not null default '{}',
  primary key (supplier_id, day, kind, service_id, country_id, operator),
  constraint statistics_supplied_sums check (codes + cancelled + expired + reported <= requests)
) with (fillfactor = 80);

-- Which orders are a partner's supplier's: found by the sweep, so that no purchase pays for an index by supplier.
create table statistics_supplied_orders (
  supplier_id integer not null,
  kind text not null check (kind in ('activation', 'rental')),
  order_id bigint not null,
  -- it ran when it was looked at; it is added to the sums when it has ended
  is_running boolean not null,
  primary key (supplier_id, kind, order_id)
);
create index statistics_supplied_orders_running on statistics_supplied_orders (supplier_id, kind, order_id) where is_running;

-- Up to which order they were looked at.
create table statistics_supplied_progress (
  only_row boolean primary key default true check (only_row),
  last_activation_id bigint not null default 0,
  last_rental_id bigint not null default 0
);
insert into statistics_supplied_progress default values;
revoke delete, truncate on statistics_supplied_progress from sms_den_app;
revoke delete, truncate on statistics_supplied, statistics_supplied_orders from sms_den_app;
