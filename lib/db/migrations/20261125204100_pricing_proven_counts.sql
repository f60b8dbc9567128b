-- What the last day's attempts prove of `count`; null = all of it.
alter table pricing_offers add column proven_count integer check (proven_count >= 0);
