-- What counts towards the day of an API key with a daily limit: holds of its orders and rentals, and extensions, which are paid at
-- once. A hold that was given back counts no more.
create table ledger_key_spending (
  transfer_id bigint primary key references ledger_transfers (id),
  key_id bigint not null,
  -- the key's limit when this was bought, which an order that moves to a dearer supplier keeps to; null = bought before that was kept
  day_limit_kopecks bigint check (day_limit_kopecks >= 0),
  created_at timestamptz not null default app_now()
);
create index ledger_key_spending_day on ledger_key_spending (key_id, created_at);
revoke insert, update, delete, truncate, references, trigger on ledger_key_spending from sms_den_app;
