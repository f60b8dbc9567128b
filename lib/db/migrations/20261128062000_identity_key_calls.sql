-- How often each API key called, by the hour. It goes with the key.
create table identity_key_calls (
  key_id bigint not null references identity_api_keys (id) on delete cascade,
  hour timestamptz not null,
  calls bigint not null check (calls > 0),
  primary key (key_id, hour)
);
create index identity_key_calls_hour on identity_key_calls (hour);
revoke truncate on identity_key_calls from sms_den_app;
