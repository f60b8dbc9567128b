-- People. Every row is a confirmed mailbox: before that a registration waits in identity_registrations,
-- so nobody can occupy an address that is not theirs.
create table identity_users (
  id bigint generated always as identity primary key,
  -- What partners and pages see instead of the number.
  external_id uuid not null unique default gen_random_uuid(),
  -- Where mail goes, as normalised at registration.
  email text not null,
  -- One person, one key: case, plus tags and Unicode look-alikes are folded (features/identity/identity.rules.ts).
  email_key text not null unique check (email_key = lower(email_key)),
  name text not null,
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'staff')),
  locale text not null default 'en' check (locale in ('en', 'ru', 'cn', 'tr', 'es', 'hi')),
  country_iso2 text check (country_iso2 ~ '^[A-Z]{2}$'),
  is_partner boolean not null default false,
  is_agent boolean not null default false,
  is_referral_soft boolean not null default false,
  has_custom_price boolean not null default false,
  email_confirmed_at timestamptz not null,
  suspended_at timestamptz,
  created_at timestamptz not null default app_now()
);

create table identity_settings (
  user_id bigint primary key references identity_users (id) on delete cascade,
  sound_on_code boolean not null default true,
  info_on_active_purchases boolean not null default true,
  -- An e-mail is sent when the balance falls below it; null = never.
  lower_balance_kopecks bigint check (lower_balance_kopecks >= 0),
  telegram text,
  updated_at timestamptz not null default app_now(),
  -- The mail about a low balance is sent when the balance falls below the threshold, once until it has been above again:
  -- the balance was seen at or above the threshold since the last mail and since the threshold was set.
  low_balance_armed boolean not null default false,
  low_balance_mailed_at timestamptz
);
create index identity_settings_threshold on identity_settings (user_id) where lower_balance_kopecks > 0;

-- Keys of programs: the one legacy key of 32 characters, and any number of named ones with rights of their own. Only the SHA-256
-- of a key is kept.
create table identity_api_keys (
  user_id bigint not null references identity_users (id) on delete cascade,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  key_prefix text not null,
  created_at timestamptz not null default app_now(),
  id bigint generated always as identity primary key,
  -- 'legacy' and 'live' spend money, 'sandbox' never does
  kind text not null default 'legacy' check (kind in ('legacy', 'live', 'sandbox')),
  name text not null default '' check (length(name) <= 60),
  scopes text[] not null default '{read,buy,rent,accounts}'
    check (scopes <@ '{read,buy,rent,accounts}'::text[] and cardinality(scopes) > 0),
  -- what orders of one day (UTC) may cost in all, and what one may cost
  daily_limit_kopecks bigint check (daily_limit_kopecks > 0),
  price_cap_kopecks bigint check (price_cap_kopecks > 0),
  -- null: all
  service_ids integer[] check (cardinality(service_ids) between 1 and 200),
  country_ids integer[] check (cardinality(country_ids) between 1 and 300),
  -- addresses and networks as cidr writes them
  networks text[] check (cardinality(networks) between 1 and 50),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- a rotated key goes on until expires_at; its successor knows it
  replaces_id bigint references identity_api_keys (id) on delete set null
);
create unique index identity_api_keys_legacy on identity_api_keys (user_id) where kind = 'legacy';
create index identity_api_keys_user on identity_api_keys (user_id, id);
-- one rotation at a time
create unique index identity_api_keys_successor on identity_api_keys (replaces_id) where replaces_id is not null;

create table identity_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- When this session last showed the second factor; null = never.
  second_factor_at timestamptz
);
create index identity_sessions_user on identity_sessions (user_id);
create index identity_sessions_expiry on identity_sessions (expires_at);

-- A registration that waits for its link. Each has its own password: who confirms decides, not who came first.
create table identity_registrations (
  id bigint generated always as identity primary key,
  email text not null,
  email_key text not null,
  name text not null,
  password_hash text not null,
  locale text not null,
  -- Null until the mail is made.
  token_hash bytea unique check (octet_length(token_hash) = 32),
  mail_due boolean not null default true,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- How people came: by whose link, with which browser, from where. It waits with the registration and stays with the account
  -- that it becomes. Addresses and browsers are kept as keyed hashes: they can be compared and not read.
  referral_code text check (referral_code ~ '^[A-Za-z0-9_-]{1,64}$'),
  device_mark bytea,
  network_mark bytea,
  -- Where somebody was who registers or asks for a new password: path and query of a page of ours, without a language. It waits
  -- with the link, so that the way back does not depend on the browser in which the mail is opened.
  return_path text
    check (length(return_path) <= 500 and return_path ~ '^/([^/]|$)')
);
create index identity_registrations_email on identity_registrations (email_key, id);
create index identity_registrations_expiry on identity_registrations (expires_at);

-- A request for a new password; it exists for unknown addresses too, until its job has looked.
create table identity_password_resets (
  id bigint generated always as identity primary key,
  email_key text not null,
  locale text not null,
  user_id bigint references identity_users (id) on delete cascade,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  return_path text
    check (length(return_path) <= 500 and return_path ~ '^/([^/]|$)')
);
create index identity_password_resets_user on identity_password_resets (user_id);
create index identity_password_resets_expiry on identity_password_resets (expires_at);

-- Proofs of work that have been spent.
create table identity_captcha_uses (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  expires_at timestamptz not null
);
create index identity_captcha_uses_expiry on identity_captcha_uses (expires_at);

-- Counters of attempts; the bucket names what is counted and holds no address in clear.
create table identity_throttles (
  bucket text primary key,
  attempts integer not null check (attempts >= 0),
  window_ends_at timestamptz not null,
  blocked_until timestamptz
);
create index identity_throttles_window on identity_throttles (window_ends_at);

-- Who of the staff did what: written in the transaction that did it, never changed.
create table identity_audit (
  id bigint generated always as identity primary key,
  actor_id bigint not null,
  -- 'withdrawal.approve', 'payment.refund'
  action text not null,
  -- what it was done to: 'payment:100017', 'user:5'
  subject text not null,
  details jsonb not null default '{}',
  ip text not null default '',
  created_at timestamptz not null default app_now()
);
create index identity_audit_subject on identity_audit (subject, id desc);
create index identity_audit_actor on identity_audit (actor_id, id desc);
create index identity_audit_action on identity_audit (action text_pattern_ops, id desc);
revoke update, delete, truncate on identity_audit from sms_den_app;

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

-- What a member of the staff may do, in rising order: each includes those before it. No row: nothing but what all may.
create table identity_staff_permissions (
  user_id bigint primary key references identity_users (id) on delete cascade,
  permission text not null check (permission in ('support', 'money', 'money-lead')),
  -- null: by the command or the seed
  granted_by bigint,
  granted_at timestamptz not null default app_now(),
  constraint identity_staff_permissions_not_own check (granted_by <> user_id)
);

-- How an account came, as its registration kept it.
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

-- Browsers in which somebody has logged in. They are asked for no work and wait for nobody else's failures.
create table identity_known_devices (
  token_hash bytea not null check (octet_length(token_hash) = 32),
  user_id bigint not null references identity_users (id) on delete cascade,
  last_login_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  primary key (token_hash, user_id)
);
create index identity_known_devices_user on identity_known_devices (user_id, last_login_at);
create index identity_known_devices_expiry on identity_known_devices (expires_at);
