-- Orders that had a number and have ended, by what their supplier gets for a code, and those of them that got one.
create table statistics_cost_days (
  day date not null,
  service_id integer not null,
  country_id integer not null,
  supplier_id integer not null,
  cost_kopecks bigint not null check (cost_kopecks >= 0),
  purchases integer not null check (purchases > 0),
  codes integer not null check (codes between 0 and purchases),
  primary key (service_id, country_id, day, supplier_id, cost_kopecks)
) with (fillfactor = 80);
create index statistics_cost_days_by_day on statistics_cost_days (day);
revoke truncate on statistics_cost_days from sms_den_app;
