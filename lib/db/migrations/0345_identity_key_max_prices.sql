-- What a program has set with setMaxPrice: {"<service id>:<country id>": kopecks}. A purchase of the key that names no highest price
-- takes the one that stands here.
alter table identity_api_keys add column max_prices jsonb not null default '{}'
  check (jsonb_typeof(max_prices) = 'object');

drop trigger identity_api_keys_changed on identity_api_keys;
create trigger identity_api_keys_changed
  after update of key_hash, scopes, daily_limit_kopecks, price_cap_kopecks, service_ids, country_ids, networks, expires_at, max_prices
  on identity_api_keys for each row execute function identity_announce_change();
