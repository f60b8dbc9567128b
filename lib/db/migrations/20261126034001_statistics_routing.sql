-- How long orders had their numbers until the code came, or until they ended without one; orders counted before this have no time.
alter table statistics_cost_days
  add column timed integer not null default 0 check (timed between 0 and purchases),
  add column waited_seconds bigint not null default 0 check (waited_seconds >= 0);

-- What a supplier's numbers are worth for a service in a country (decision 0559): its sums, and what was made of them.
create table statistics_routing (
  service_id integer not null,
  country_id integer not null,
  supplier_id integer not null,
  orders integer not null check (orders >= 0),
  codes integer not null check (codes between 0 and orders),
  refused integer not null check (refused >= 0),
  chance_percent integer not null check (chance_percent between 1 and 100),
  wait_seconds integer not null check (wait_seconds >= 0),
  is_trial boolean not null,
  primary key (service_id, country_id, supplier_id)
) with (fillfactor = 80);
create index statistics_routing_by_supplier on statistics_routing (supplier_id, orders desc);
revoke truncate on statistics_routing from sms_den_app;
