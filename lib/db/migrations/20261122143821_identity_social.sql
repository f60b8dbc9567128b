-- Signing in with an account elsewhere (OpenID Connect, Telegram).

-- Whoever came by such an account alone has no password: the hash is of one that nobody knows.
alter table identity_users add column has_password boolean not null default true;

-- Which account elsewhere opens which account here.
create table identity_social_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references identity_users (id) on delete cascade,
  provider text not null check (provider in ('google', 'oidc', 'telegram')),
  -- Who says so, and whom it means: together they are one account elsewhere, whatever its address is at the moment.
  issuer text not null check (length(issuer) between 1 and 300),
  subject text not null check (length(subject) between 1 and 255),
  -- By which its owner knows it again: an address or a name over there.
  label text not null check (length(label) <= 320),
  created_at timestamptz not null default app_now(),
  last_used_at timestamptz,
  constraint identity_social_accounts_one unique (issuer, subject),
  constraint identity_social_accounts_one_each unique (user_id, issuer)
);

-- Somebody is on the way to the provider and back, within minutes, in one browser.
create table identity_social_trips (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  provider text not null,
  -- Null: to sign in. Else the account that is to be linked.
  user_id bigint references identity_users (id) on delete cascade,
  -- Of PKCE; AES-256-GCM, lib/sealed-text.ts
  sealed_verifier text not null,
  nonce text not null,
  locale text not null,
  return_path text check (length(return_path) <= 500 and return_path ~ '^/([^/]|$)'),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index identity_social_trips_user on identity_social_trips (user_id);
create index identity_social_trips_expiry on identity_social_trips (expires_at);

-- The provider has said who it is; what is missing is the agreement of a new person, or the login to the account that has the
-- address already.
create table identity_social_tickets (
  ticket_hash bytea primary key check (octet_length(ticket_hash) = 32),
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  -- Null: nobody has the address.
  user_id bigint references identity_users (id) on delete cascade,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null
);
create index identity_social_tickets_user on identity_social_tickets (user_id);
create index identity_social_tickets_expiry on identity_social_tickets (expires_at);
