-- What is offered: accounts of one kind, sold by the piece. State table: features/ready-accounts/offer.rules.ts.
create table ready_accounts_offers (
  id bigint generated always as identity primary key,
  -- null = the house's own stock
  seller_id bigint,
  service_id integer not null,
  country_id integer not null,
  -- offers of one group stand together under its name
  group_name text not null check (length(group_name) between 1 and 80),
  name text not null check (length(name) between 1 and 120),
  registration_type text not null check (length(registration_type) <= 80),
  format text not null check (length(format) between 1 and 80),
  cloud_pass boolean not null,
  -- harmless HTML already: it is made so when it is written
  description_html text not null check (length(description_html) <= 20000),
  -- what a line of stock looks like: `login:password`
  template text not null check (length(template) between 1 and 200),
  -- of one account
  price_kopecks bigint not null check (price_kopecks > 0),
  min_count integer not null check (min_count > 0),
  warranty_hours integer not null check (warranty_hours between 0 and 8760),
  state text not null default 'draft' check (state in ('draft', 'on_sale', 'stopped')),
  created_at timestamptz not null default app_now(),
  changed_at timestamptz not null default app_now()
);
create index ready_accounts_offers_on_sale on ready_accounts_offers (service_id, id) where state = 'on_sale';
revoke delete, truncate on ready_accounts_offers from sms_den_app;

-- Who brought stock, and when.
create table ready_accounts_uploads (
  id bigint generated always as identity primary key,
  offer_id bigint not null references ready_accounts_offers (id),
  added_by bigint not null,
  added_at timestamptz not null default app_now()
);
create index ready_accounts_uploads_offer on ready_accounts_uploads (offer_id);
revoke update, delete, truncate on ready_accounts_uploads from sms_den_app;

-- One account. What it says is sealed under a key of its own, and that key under the house's: without either nobody reads it.
create table ready_accounts_units (
  id bigint generated always as identity primary key,
  offer_id bigint not null references ready_accounts_offers (id),
  upload_id bigint not null references ready_accounts_uploads (id),
  state text not null default 'available' check (state in ('available', 'held', 'sold', 'withdrawn')),
  -- keyed hash of the service and the account's name there: the same account is not sold twice, whoever brings it
  fingerprint bytea not null check (octet_length(fingerprint) = 32),
  sealed_key text,
  sealed_text text,
  -- not sold from then on; null = keeps
  expires_at timestamptz,
  withdrawn_at timestamptz,
  withdrawal_reason text check (withdrawal_reason in ('withdrawn', 'expired', 'unreadable')),
  -- its text is gone for good
  erased_at timestamptz,
  constraint ready_accounts_units_withdrawn check (
    (state = 'withdrawn') = (withdrawn_at is not null) and (withdrawn_at is null) = (withdrawal_reason is null)),
  constraint ready_accounts_units_text check (
    (sealed_key is null) = (erased_at is not null) and (sealed_text is null) = (erased_at is not null))
) with (fillfactor = 80);
create unique index ready_accounts_units_one on ready_accounts_units (fingerprint) where state <> 'withdrawn';
create index ready_accounts_units_available on ready_accounts_units (offer_id, id) where state = 'available';
create index ready_accounts_units_expiry on ready_accounts_units (expires_at) where state = 'available' and expires_at is not null;
revoke delete, truncate on ready_accounts_units from sms_den_app;
