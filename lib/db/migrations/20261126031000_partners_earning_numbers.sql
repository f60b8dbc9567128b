-- The number that an order was on: what each of a partner's numbers earned is asked for by it. Null until a sweep has looked (rows of
-- before, and of the version before); 0 = the order is no longer kept.
alter table partners_earnings add column number bigint check (number >= 0);
create index partners_earnings_number on partners_earnings (user_id, number);
create index partners_earnings_unnumbered on partners_earnings (id) where number is null;
