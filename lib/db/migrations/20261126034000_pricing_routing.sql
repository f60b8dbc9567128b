-- What routing by worth knows of an offer; null while nothing is known of its service and country (decision 0559).
alter table pricing_offers
  -- attempts that one code takes, in hundredths
  add column tries_percent integer check (tries_percent between 100 and 10000),
  -- what the wait of an attempt counts for
  add column wait_kopecks bigint check (wait_kopecks >= 0),
  -- too few attempts to judge it: an exploring purchase counts it as one that always delivers
  add column is_trial boolean not null default false,
  add constraint pricing_offers_routing check ((tries_percent is null) = (wait_kopecks is null));
