-- People. Every row is a confirmed mailbox: before that a registration waits in identity_registrations,
-- so nobody can occupy an address that is not theirs.
create table identity_users (
  id bigint generated always as identity primary key,
  -- What partners and pages see instead of the number.
  external_id uuid not null unique default gen_random_uuid(),
  -- Where mail goes, as normalised at registration.
  email text not null,
  -- One person, one key: case, plus tags and Unicode look-alikes are folded (features/identity/rules.ts).
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
  updated_at timestamptz not null default app_now()
);

-- The legacy key of bots: one per user, only its SHA-256 is kept.
create table identity_api_keys (
  user_id bigint primary key references identity_users (id) on delete cascade,
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  key_prefix text not null,
  created_at timestamptz not null default app_now()
);

create table identity_sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default app_now(),
  last_seen_at timestamptz not null default app_now(),
  expires_at timestamptz not null
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
  expires_at timestamptz not null
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
  expires_at timestamptz not null
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

-- Takes one attempt out of a bucket before the attempt is made, so that parallel guesses cannot slip through.
-- From the limit on every further attempt waits, twice as long each time, and the window grows with the wait.
-- No row: blocked.
create function identity_take_attempt(
  p_bucket text, p_limit integer, p_window_seconds integer, p_delay_seconds integer, p_longest_delay_seconds integer
) returns table (attempts integer, blocked_until timestamptz)
language sql as $$
  insert into identity_throttles as t (bucket, attempts, window_ends_at, blocked_until)
  values (
    p_bucket, 1, app_now() + make_interval(secs => p_window_seconds),
    case when p_limit <= 1 then app_now() + make_interval(secs => p_delay_seconds) end
  )
  on conflict (bucket) do update set
    attempts = case when t.window_ends_at <= app_now() then 1 else t.attempts + 1 end,
    window_ends_at = case
      when t.window_ends_at <= app_now() then app_now() + make_interval(secs => p_window_seconds)
      when t.attempts + 1 >= p_limit then app_now() + make_interval(secs => p_window_seconds + p_longest_delay_seconds)
      else t.window_ends_at
    end,
    blocked_until = case
      when t.window_ends_at <= app_now() then null
      when t.attempts + 1 >= p_limit then app_now() + make_interval(
        secs => least(p_longest_delay_seconds, p_delay_seconds * power(2, least(t.attempts + 1 - p_limit, 20))))
    end
  where t.blocked_until is null or t.blocked_until <= app_now()
  returning t.attempts, t.blocked_until
$$;

-- Other processes forget what they remember of a user's key.
create function identity_announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_changed', coalesce(new.user_id, old.user_id)::text);
  return null;
end $$;
create trigger identity_api_keys_changed after update or delete on identity_api_keys
  for each row execute function identity_announce_change();

create function identity_announce_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('identity_changed', new.id::text);
  return null;
end $$;
create trigger identity_users_suspended after update of suspended_at, role on identity_users
  for each row execute function identity_announce_user();
