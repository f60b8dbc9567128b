-- How suppliers answer (features/supply/health).

-- Percent of the last day's attempts that found a number; null while they are too few to tell.
alter table supply_offers add column proven_percent smallint check (proven_percent between 0 and 100);

-- Answers that could not be used.
create table supply_unusable_answers (
  supplier_id integer not null references supply_suppliers,
  minute timestamptz not null,
  action text not null check (char_length(action) <= 40),
  reason text not null check (char_length(reason) <= 40),
  answers_count bigint not null check (answers_count > 0),
  primary key (supplier_id, minute, action, reason)
) with (fillfactor = 80);
create index supply_unusable_answers_by_time on supply_unusable_answers (minute);

-- The first of them in each minute as they went over the wire, without keys and harmless to show.
create table supply_exchanges (
  id bigint generated always as identity primary key,
  supplier_id integer not null references supply_suppliers,
  hour timestamptz not null,
  -- How many a supplier may have in an hour.
  slot smallint not null check (slot between 1 and 30),
  at timestamptz not null default app_now(),
  action text not null check (char_length(action) <= 40),
  reason text not null check (char_length(reason) <= 40),
  detail text not null check (char_length(detail) <= 200),
  http_status integer,
  request text not null check (char_length(request) <= 4096),
  -- The beginning of the answer; null when nothing came.
  answer text check (char_length(answer) <= 8192),
  forget_at timestamptz not null,
  unique (supplier_id, hour, slot)
);
create index supply_exchanges_due on supply_exchanges (forget_at);

-- What suppliers answered and sent, by the minute; summed from supply_attempts and supply_sms.
create table supply_minutes (
  supplier_id integer not null references supply_suppliers,
  minute timestamptz not null,
  numbers_count integer not null,
  no_numbers_count integer not null,
  failed_count integer not null,
  unanswered_count integer not null,
  -- Attempts whose answer time is known.
  timed_count integer not null,
  answer_ms_sum bigint not null,
  -- How many of them came within 250, 500, 1000, 2000 and 3000 ms.
  within_counts integer[] not null check (cardinality(within_counts) = 5),
  sms_count integer not null,
  primary key (supplier_id, minute)
) with (fillfactor = 80);
create index supply_minutes_by_time on supply_minutes (minute);

-- Attempts of an offer that told whether there was stock, and those that found some.
create table supply_offer_hours (
  offer_id integer not null references supply_offers,
  hour timestamptz not null,
  told_count integer not null check (told_count > 0),
  found_count integer not null check (found_count between 0 and told_count),
  primary key (offer_id, hour)
) with (fillfactor = 80);
create index supply_offer_hours_by_time on supply_offer_hours (hour);

revoke truncate on supply_unusable_answers, supply_exchanges, supply_minutes, supply_offer_hours from sms_den_app;
