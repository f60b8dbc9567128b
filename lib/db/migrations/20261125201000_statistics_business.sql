-- What the business did, by day (UTC, when the money moved), kind, service and country, added up from the ledger. A row per combination
-- and day, however many orders.
create table statistics_business (
  day date not null,
  -- 'other' with service and country -1: money of no order (bonuses, referral shares)
  kind text not null check (kind in ('activation', 'rental', 'other')),
  -- 0 = the whole number was rented
  service_id integer not null,
  country_id integer not null,
  -- orders that got a number; on the day their money was held. Never below zero in the end, but a step may take off what an earlier one added
  placed bigint not null,
  -- activations that ended with a code, and without one; on the day they ended
  delivered bigint not null check (delivered >= 0),
  undelivered bigint not null check (undelivered >= 0),
  -- captured orders given back
  refunded bigint not null check (refunded >= 0),
  captured_kopecks bigint not null,
  refunded_kopecks bigint not null,
  -- what suppliers get
  cost_kopecks bigint not null,
  -- welcome bonuses and cashback, less what was taken back of them: negative on a day that took back more
  bonus_kopecks bigint not null,
  -- what referrers got, less what was taken back: negative as above
  referral_kopecks bigint not null,
  primary key (day, kind, service_id, country_id)
) with (fillfactor = 80);

-- Up to which transfer it is counted, and when that was true last.
create table statistics_business_progress (
  only_row boolean primary key default true check (only_row),
  last_transfer_id bigint not null default 0,
  counted_at timestamptz
);
insert into statistics_business_progress default values;
revoke insert, delete, truncate on statistics_business_progress from sms_den_app;
revoke delete, truncate on statistics_business from sms_den_app;
