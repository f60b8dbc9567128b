-- What the payer is charged, where it is another currency than roubles: fixed with its rate when the payment begins, so that
-- the credited amount follows from the row alone.
alter table payments
  add column charge_amount text,
  add column charge_currency text not null default 'RUB',
  -- roubles for one unit of the charged currency; null when roubles are charged
  add column rub_per_unit numeric(18, 6),
  -- SHA-256 of the provider's fingerprint of card, account or wallet
  add column payer_fingerprint text,
  -- what the provider has taken back of the credited amount
  add column taken_back_kopecks bigint not null default 0 check (taken_back_kopecks between 0 and amount_kopecks);
create index payments_fingerprint on payments (payer_fingerprint) where payer_fingerprint is not null;
