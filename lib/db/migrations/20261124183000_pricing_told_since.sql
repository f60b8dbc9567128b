-- Since when an offer has stood in the lists at its price, without a break.
alter table pricing_offers add column told_since timestamptz not null default app_now();

-- How many numbers were left at the price when it went, and whether it had stood there long and with numbers enough to bind every buyer
-- who names no limit. One that had not binds only where no more than that is on sale by now.
alter table pricing_past_offers
  add column count integer not null default 0 check (count >= 0),
  add column is_quoted boolean not null default true;
