-- A change of an account's address: confirmed by a code at the new one, told to the old one with a way back.
create table identity_email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  old_email text not null,
  old_email_key text not null,
  new_email text not null,
  new_email_key text not null,
  -- null where another account has the address: no code was mailed then
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0 check (tries >= 0),
  code_expires_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  confirmed_at timestamptz,
  -- of the token in the mail to the old address
  back_hash bytea unique check (octet_length(back_hash) = 32),
  back_until timestamptz,
  taken_back_at timestamptz,
  constraint identity_email_changes_confirmed
    check ((confirmed_at is null) = (back_until is null) and (confirmed_at is null) = (back_hash is null)),
  constraint identity_email_changes_taken_back check (taken_back_at is null or confirmed_at is not null)
);
-- one waits for its code at a time
create unique index identity_email_changes_waiting on identity_email_changes (user_id) where confirmed_at is null;
create index identity_email_changes_user on identity_email_changes (user_id, id);
-- an address with a way back to it is nobody else's meanwhile
create index identity_email_changes_old on identity_email_changes (old_email_key) where confirmed_at is not null and taken_back_at is null;
create index identity_email_changes_ends on identity_email_changes (coalesce(back_until, code_expires_at));
revoke truncate on identity_email_changes from sms_den_app;
