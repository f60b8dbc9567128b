-- What a program has set with setMaxPrice: {"<service id>:<country id>": kopecks}. A purchase of the key that names no highest price
-- takes the one that stands here.
alter table identity_api_keys add column max_prices jsonb not null default '{}'
  check (jsonb_typeof(max_prices) = 'object');
