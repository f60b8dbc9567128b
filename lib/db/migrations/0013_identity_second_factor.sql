-- Second factor: one-time codes of an authenticator application (RFC 6238, 30 seconds), with backup codes beside it.
create table identity_second_factors (
  user_id bigint primary key references identity_users (id) on delete cascade,
  -- AES-256-GCM, lib/sealed-text.ts
  sealed_seed text not null,
  -- null while it waits for its first code
  enabled_at timestamptz,
  -- the 30-second step of the last code that was taken: neither it nor an older one is taken again
  last_step bigint not null default 0 check (last_step >= 0),
  -- across codes and backup codes; counted before the code is compared
  wrong_tries integer not null default 0 check (wrong_tries >= 0),
  locked_until timestamptz,
  created_at timestamptz not null default app_now()
);

create table identity_backup_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_second_factors (user_id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  used_at timestamptz,
  unique (user_id, code_hash)
);

-- The password was right and the code is still to come. It is no session and opens nothing else.
create table identity_login_challenges (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id bigint not null references identity_users (id) on delete cascade,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index identity_login_challenges_user on identity_login_challenges (user_id);
create index identity_login_challenges_expiry on identity_login_challenges (expires_at);

-- When this session last showed the second factor; null = never.
alter table identity_sessions add column second_factor_at timestamptz;
