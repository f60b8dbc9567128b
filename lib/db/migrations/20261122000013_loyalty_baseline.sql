-- What comes back to those who top up: a welcome bonus once per person, and cashback for every ISO week (UTC).
create table loyalty_settings (
  only_row boolean primary key default true check (only_row),
  -- the first top-up of at least so much brings the welcome bonus
  welcome_from_kopecks bigint not null default 100000 check (welcome_from_kopecks > 0),
  welcome_bp integer not null default 1000 check (welcome_bp between 0 and 10000),
  -- the most that a welcome bonus can be; null = no limit
  welcome_cap_kopecks bigint check (welcome_cap_kopecks > 0),
  -- where a provider tells nothing of the payer: devices of so many days must not have got a welcome bonus; 0 = not asked
  welcome_device_days integer not null default 90 check (welcome_device_days >= 0),
  -- the most cashback for one week; null = no limit
  cashback_cap_kopecks bigint check (cashback_cap_kopecks > 0),
  -- methods of payment whose top-ups count neither for the welcome bonus nor for the week
  uncounted_methods text[] not null default '{}',
  -- weeks before this one are nobody's
  since timestamptz not null default app_now()
);
insert into loyalty_settings default values;

-- The ladder: a week's top-ups of at least so much bring so many hundredths of a percent of all of them.
create table loyalty_ranks (
  from_kopecks bigint primary key check (from_kopecks > 0),
  cashback_bp integer not null unique check (cashback_bp between 1 and 10000)
);
insert into loyalty_ranks (from_kopecks, cashback_bp) values (100000, 100), (300000, 200), (1000000, 300), (3000000, 500);

-- Decided once for every user and for ever; what was granted belongs to one person, one payer and one payment.
create table loyalty_welcomes (
  user_id bigint primary key,
  payment_id bigint not null unique,
  state text not null check (state in ('granted', 'refused')),
  -- why not: the payer, the person or the device has had it
  reason text check (reason in ('payer', 'person', 'device')),
  base_kopecks bigint not null check (base_kopecks > 0),
  -- what a top-up had to reach then: with less than that left of it nothing of the bonus stays
  from_kopecks bigint not null check (from_kopecks > 0),
  bonus_kopecks bigint not null check (bonus_kopecks >= 0 and bonus_kopecks <= base_kopecks),
  -- what was taken back with the top-up
  returned_kopecks bigint not null default 0 check (returned_kopecks between 0 and bonus_kopecks),
  -- grows with every change of it: names the transfer
  return_version integer not null default 0,
  -- SHA-256 of what the provider tells of card, account or wallet; null where it tells nothing
  payer_fingerprint text,
  -- keyed hash of the address that stands for one person
  person_mark bytea not null,
  transfer_id bigint unique,
  decided_at timestamptz not null default app_now(),
  constraint loyalty_welcomes_granted check (
    (state = 'granted') = (reason is null) and (state = 'granted' or bonus_kopecks = 0)
    and (transfer_id is not null) = (bonus_kopecks > 0))
);
create unique index loyalty_welcomes_payer on loyalty_welcomes (payer_fingerprint)
  where state = 'granted' and payer_fingerprint is not null;
create unique index loyalty_welcomes_person on loyalty_welcomes (person_mark) where state = 'granted';
revoke delete, truncate on loyalty_welcomes from sms_den_app;

-- Where those who got the bonus were signed in: a keyed hash of address and browser, kept as long as it is asked for.
create table loyalty_devices (
  mark bytea not null,
  user_id bigint not null references loyalty_welcomes (user_id),
  noted_at timestamptz not null default app_now(),
  primary key (mark, user_id)
);
create index loyalty_devices_age on loyalty_devices (noted_at);

-- A week that is over, with the rules it is paid by. Users are taken in the order of their ids.
create table loyalty_rounds (
  week text primary key check (week ~ '^[0-9]{4}-W[0-5][0-9]$'),
  starts_at timestamptz not null unique,
  ladder jsonb not null,
  cap_kopecks bigint,
  uncounted_methods text[] not null,
  after_user_id bigint not null default 0,
  -- how often a top-up came into the week after it was over
  stragglers integer not null default 0,
  opened_at timestamptz not null default app_now(),
  closed_at timestamptz
);
create index loyalty_rounds_open on loyalty_rounds (starts_at) where closed_at is null;
revoke delete, truncate on loyalty_rounds from sms_den_app;

-- What a user got for a week: one row for ever, and with it one posting.
create table loyalty_weeks (
  user_id bigint not null,
  week text not null references loyalty_rounds (week),
  total_kopecks bigint not null check (total_kopecks > 0),
  cashback_bp integer not null check (cashback_bp between 1 and 10000),
  cashback_kopecks bigint not null check (cashback_kopecks >= 0 and cashback_kopecks <= total_kopecks),
  -- what was taken back later, with top-ups of that week
  returned_kopecks bigint not null default 0 check (returned_kopecks between 0 and cashback_kopecks),
  return_version integer not null default 0,
  transfer_id bigint unique,
  paid_at timestamptz not null default app_now(),
  primary key (user_id, week),
  constraint loyalty_weeks_paid check ((transfer_id is not null) = (cashback_kopecks > 0))
);
create index loyalty_weeks_week on loyalty_weeks (week);
revoke delete, truncate on loyalty_weeks from sms_den_app;
revoke insert, delete, truncate on loyalty_settings from sms_den_app;
