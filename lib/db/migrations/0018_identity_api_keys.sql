-- Keys of programs: the one legacy key of 32 characters, and any number of named ones with rights of their own.
alter table identity_api_keys drop constraint identity_api_keys_pkey;
alter table identity_api_keys
  add column id bigint generated always as identity primary key,
  -- 'legacy' and 'live' spend money, 'sandbox' never does
  add column kind text not null default 'legacy' check (kind in ('legacy', 'live', 'sandbox')),
  add column name text not null default '' check (length(name) <= 60),
  add column scopes text[] not null default '{read,buy,rent,accounts}'
    check (scopes <@ '{read,buy,rent,accounts}'::text[] and cardinality(scopes) > 0),
  -- what orders of one day (UTC) may cost in all, and what one may cost
  add column daily_limit_kopecks bigint check (daily_limit_kopecks > 0),
  add column price_cap_kopecks bigint check (price_cap_kopecks > 0),
  -- null: all
  add column service_ids integer[] check (cardinality(service_ids) between 1 and 200),
  add column country_ids integer[] check (cardinality(country_ids) between 1 and 300),
  -- addresses and networks as cidr writes them
  add column networks text[] check (cardinality(networks) between 1 and 50),
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  -- a rotated key goes on until expires_at; its successor knows it
  add column replaces_id bigint references identity_api_keys (id) on delete set null;
create unique index identity_api_keys_legacy on identity_api_keys (user_id) where kind = 'legacy';
create index identity_api_keys_user on identity_api_keys (user_id, id);
-- one rotation at a time
create unique index identity_api_keys_successor on identity_api_keys (replaces_id) where replaces_id is not null;

-- A note of use is no change that other processes must hear of.
drop trigger identity_api_keys_changed on identity_api_keys;
create trigger identity_api_keys_changed
  after update of key_hash, scopes, daily_limit_kopecks, price_cap_kopecks, service_ids, country_ids, networks, expires_at
  on identity_api_keys for each row execute function identity_announce_change();
create trigger identity_api_keys_removed after delete on identity_api_keys
  for each row execute function identity_announce_change();
