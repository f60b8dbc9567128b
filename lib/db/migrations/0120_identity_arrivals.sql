-- How people came: by whose link, with which browser, from where. It waits with the registration and stays with the account
-- that it becomes. Addresses and browsers are kept as keyed hashes: they can be compared and not read.
alter table identity_registrations
  add column referral_code text check (referral_code ~ '^[A-Za-z0-9_-]{1,64}$'),
  add column device_mark bytea,
  add column network_mark bytea;

create table identity_arrivals (
  user_id bigint primary key references identity_users (id) on delete cascade,
  referral_code text,
  device_mark bytea,
  network_mark bytea,
  created_at timestamptz not null default app_now()
);
create index identity_arrivals_device on identity_arrivals (device_mark) where device_mark is not null;
create index identity_arrivals_created on identity_arrivals (created_at) where referral_code is not null;
revoke update, delete, truncate on identity_arrivals from sms_den_app;
