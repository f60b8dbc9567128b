-- Which calls each API key made, by the day (UTC). It goes with the key.
create table identity_key_call_names (
  key_id bigint not null references identity_api_keys (id) on delete cascade,
  day date not null,
  call text not null check (call <> ''),
  calls bigint not null check (calls > 0),
  primary key (key_id, day, call)
);
create index identity_key_call_names_day on identity_key_call_names (day);
revoke truncate on identity_key_call_names from sms_den_app;
