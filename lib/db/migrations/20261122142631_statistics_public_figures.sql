-- How soon codes came, by day (UTC) of the purchase: {"14": 3} = three codes after 14 s. Medians of any days come from these.
create table statistics_day_waits (
  day date primary key,
  waits jsonb not null check (jsonb_typeof(waits) = 'object')
) with (fillfactor = 80);
-- What was counted before per user.
insert into statistics_day_waits (day, waits)
  select day, jsonb_object_agg(seconds, codes)
  from (
    select u.day, each.seconds, sum(each.codes::bigint) as codes
    from statistics_users u, jsonb_each_text(u.waits) each(seconds, codes)
    where u.kind = 'activation' group by 1, 2
  ) counted
  group by day;

-- What the first screen tells, added up by a job.
create table statistics_public (
  only_row boolean primary key default true check (only_row),
  purchases bigint not null default 0,
  successes bigint not null default 0 check (successes between 0 and purchases),
  median_seconds integer,
  lowest_kopecks bigint,
  measured_at timestamptz
);
insert into statistics_public default values;
revoke insert, delete, truncate on statistics_public from sms_den_app;
