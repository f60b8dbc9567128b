-- Devices that a licence runs on.
create table licences_devices (
  id bigint generated always as identity primary key,
  licence_id bigint not null references licences (id),
  -- keyed hash of what the program calls the device: it is known again, and never told
  device_hash bytea not null check (octet_length(device_hash) = 32),
  -- for its owner's eyes; null = not said, or forgotten
  name text check (length(name) between 1 and 80),
  activated_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  -- its place is free again
  released_at timestamptz
) with (fillfactor = 80);
create unique index licences_devices_one on licences_devices (licence_id, device_hash) where released_at is null;
create index licences_devices_of_licence on licences_devices (licence_id, activated_at);
revoke delete, truncate on licences_devices from sms_den_app;
