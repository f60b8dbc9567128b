-- Passkeys (WebAuthn): the public half of a key that a person's device or password manager holds. They sign in by themselves,
-- since they ask for a finger, a face or a PIN, and stand in for the code of the second factor.
create table identity_passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null check (octet_length(public_key) between 1 and 4096),
  -- What the authenticator counted at its last signature; a copy of it would count the same again. Synced passkeys stay at 0.
  counter bigint not null check (counter between 0 and 4294967295),
  transports text[] not null default '{}' check (cardinality(transports) <= 10),
  name text not null check (length(name) between 1 and 60),
  -- Kept by a password manager beside the device.
  is_backed_up boolean not null,
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz
);
create index identity_passkeys_user on identity_passkeys (user_id);

-- What a passkey is asked to sign: once, within minutes, for one purpose.
create table identity_passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'enter', 'second-factor', 'step-up')),
  -- Whose passkey may answer; null where that is what the answer tells.
  user_id bigint references identity_users (id) on delete cascade,
  -- The session or the unfinished login that asked.
  bound_to bytea check (octet_length(bound_to) = 32),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  constraint identity_passkey_challenges_whose
    check ((purpose = 'enter') = (user_id is null) and (user_id is null) = (bound_to is null))
);
create index identity_passkey_challenges_user on identity_passkey_challenges (user_id);
create index identity_passkey_challenges_expiry on identity_passkey_challenges (expires_at);
