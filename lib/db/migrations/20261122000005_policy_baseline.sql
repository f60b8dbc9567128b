-- What may not be sold. A selector that is null means "any"; a row with none at all stops every sale.
-- Ids are not foreign keys: a block may name what does not exist (country 0 is Russia to old clients).
create table policy_blocks (
  id bigint generated always as identity primary key,
  -- Name of a block that the seed knows; a seeded block that was lifted is not seeded again.
  seed_key text unique,
  service_id integer,
  country_id integer,
  supplier_id integer,
  mode text check (mode in ('activation', 'rent', 'readyAccounts')),
  channel text check (channel in ('site', 'api')),
  effect text not null check (effect in ('deny', 'api_only')),
  reason_code text not null check (reason_code ~ '^[A-Z][A-Z_]{2,39}$'),
  reason_text text not null check (length(reason_text) between 1 and 500),
  -- Never to be lifted from the product (the law, not a decision of ours).
  permanent boolean not null default false,
  since timestamptz not null default app_now(),
  blocked_by text not null,
  lifted_at timestamptz,
  lifted_by text,
  lift_reason text,
  check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_reason is null)),
  check (not (permanent and lifted_at is not null))
);
create index policy_blocks_open on policy_blocks (id) where lifted_at is null;

-- Who changed the policy, when and why; its newest id is the policy's version.
create table policy_history (
  id bigint generated always as identity primary key,
  block_id bigint not null references policy_blocks,
  action text not null check (action in ('blocked', 'lifted')),
  actor text not null,
  reason text not null,
  at timestamptz not null default app_now()
);
create index policy_history_by_block on policy_history (block_id, id);
revoke update, delete on policy_history from sms_den_app;
revoke update, delete on policy_blocks from sms_den_app;
grant update (lifted_at, lifted_by, lift_reason) on policy_blocks to sms_den_app;
