-- Tether (USDT-TRC20) on an address of our own. All invoices share the address: the exact amount tells them apart, so it
-- belongs to one invoice until nobody can reasonably still pay it. Amounts are millionths of a USDT.
create table payments_tether_invoices (
  payment_id bigint primary key references payments (id),
  address text not null,
  amount_micro bigint not null check (amount_micro > 0),
  -- on the chain with this amount, but its block can still be undone
  seen_transaction_id text,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  -- from then on another invoice may have the amount
  released_at timestamptz
);
create unique index payments_tether_invoices_amount on payments_tether_invoices (address, amount_micro)
  where released_at is null;
create index payments_tether_invoices_kept on payments_tether_invoices (expires_at) where released_at is null;
revoke delete, truncate on payments_tether_invoices from sms_den_app;

-- What has come to the address for good (its block cannot be undone any more); each transaction once, for ever.
--   exact       the amount of an invoice within its time: pays it
--   second      the same once more: the invoice is paid already
--   late        the amount of an invoice after its time
--   underpaid, overpaid   most likely meant for this invoice, but another amount
--   unmatched   nobody can tell whom it was meant for
create table payments_tether_transfers (
  id bigint generated always as identity primary key,
  transaction_id text not null check (transaction_id ~ '^[0-9a-f]{64}$'),
  address text not null,
  from_address text not null,
  amount_micro bigint not null check (amount_micro > 0),
  block_at timestamptz not null,
  match text not null check (match in ('exact', 'second', 'late', 'underpaid', 'overpaid', 'unmatched')),
  payment_id bigint references payments_tether_invoices (payment_id),
  taken_in_at timestamptz not null default app_now(),
  constraint payments_tether_transfers_match check ((match = 'unmatched') = (payment_id is null))
);
create unique index payments_tether_transfers_transaction on payments_tether_transfers (transaction_id);
create unique index payments_tether_transfers_exact on payments_tether_transfers (payment_id) where match = 'exact';
create index payments_tether_transfers_payment on payments_tether_transfers (payment_id) where payment_id is not null;
create index payments_tether_transfers_new on payments_tether_transfers (taken_in_at);
revoke update, delete, truncate on payments_tether_transfers from sms_den_app;

-- How far each address has been read.
create table payments_tether_watches (
  address text primary key,
  -- where the next reading begins; every transfer in older blocks is known
  read_from timestamptz not null,
  asked_at timestamptz not null default app_now()
);
revoke delete, truncate on payments_tether_watches from sms_den_app;
