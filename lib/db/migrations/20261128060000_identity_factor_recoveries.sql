-- Second factors that are lost: each recovery is announced, waits for days, and is ended by whoever still has the factor. One that two
-- people of the staff made is a row too: it is done from its beginning.
create table identity_factor_recoveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'cancelled', 'lapsed', 'done')),
  -- of the link in its mails, which ends it: SHA-256, and sealed (AES-256-GCM, lib/sealed-text.ts), since later mails carry it again
  cancel_hash bytea unique check (octet_length(cancel_hash) = 32),
  sealed_cancel_token text,
  asked_at timestamptz not null default app_now(),
  -- from then on a login with password and mailed code passes without the factor
  ends_at timestamptz not null,
  -- how often it was told, and when it is told again; null: that was all
  told integer not null default 1 check (told >= 0),
  tell_next_at timestamptz,
  decided_at timestamptz,
  -- of one that is done: no withdrawal leaves before
  money_rests_until timestamptz,
  constraint identity_factor_recoveries_decided check ((state = 'waiting') = (decided_at is null)),
  constraint identity_factor_recoveries_rest check ((state = 'done') = (money_rests_until is not null)),
  constraint identity_factor_recoveries_link check (state <> 'waiting' or (cancel_hash is not null and sealed_cancel_token is not null))
);
create unique index identity_factor_recoveries_one on identity_factor_recoveries (user_id) where state = 'waiting';
create index identity_factor_recoveries_user on identity_factor_recoveries (user_id, id desc);
create index identity_factor_recoveries_untold on identity_factor_recoveries (tell_next_at) where state = 'waiting';
create index identity_factor_recoveries_age on identity_factor_recoveries (decided_at) where state <> 'waiting';

-- What an unfinished login has shown so far, and the mailed code that a recovery takes beside the password.
alter table identity_login_challenges
  add column by_password boolean not null default false,
  add column recovery_code_hash bytea check (octet_length(recovery_code_hash) = 32),
  add column recovery_tries integer not null default 0 check (recovery_tries >= 0);
