-- Orders that had a number and ended, and those of them that got a code, by supplier and service and the hour of their request.
create table statistics_supplier_hours (
  hour timestamptz not null,
  supplier_id integer not null,
  service_id integer not null,
  purchases integer not null check (purchases > 0),
  successes integer not null check (successes between 0 and purchases),
  primary key (supplier_id, hour, service_id)
) with (fillfactor = 80);
create index statistics_supplier_hours_by_time on statistics_supplier_hours (hour);
revoke truncate on statistics_supplier_hours from sms_den_app;
