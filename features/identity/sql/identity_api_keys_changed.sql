-- There is a key that may have been asked for before, or what it may do has changed. That it was used is no change that other
-- processes must hear of.
create or replace trigger identity_api_keys_changed
  after insert or update of key_hash, scopes, daily_limit_kopecks, price_cap_kopecks, service_ids, country_ids, networks, expires_at, max_prices,
    types
  on identity_api_keys for each row execute function identity_announce_change();
