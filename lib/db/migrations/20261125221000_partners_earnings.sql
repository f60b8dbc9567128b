-- The share of a captured order that its partner's supplier earned. It waits, then the ledger moves it into the partner's balance.
-- State table: features/partners/earnings/earnings.rules.ts.
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  -- of an order that was given back: before the share was the partner's, and after it
  ('supplier_share_reversal', 'supplier', 'revenue', false),
  ('partner_reversal', 'partner', 'revenue', false);

create table partners_earnings (
  id bigint generated always as identity primary key,
  -- the supplier_share in the ledger: one earning for it, for ever
  source_transfer_id bigint not null unique,
  -- who owned the supplier then
  user_id bigint not null,
  supplier_id integer not null,
  order_kind text not null check (order_kind in ('activation', 'rental', 'extension')),
  -- the activation or the rental
  order_id bigint not null,
  extension_id bigint,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  state text not null default 'pending' check (state in ('pending', 'available', 'reversed', 'taken_back')),
  earned_at timestamptz not null,
  available_at timestamptz not null,
  -- of a share that is taken back, what the balance has given so far; the rest is owed
  taken_kopecks bigint not null default 0,
  constraint partners_earnings_extension check ((order_kind = 'extension') = (extension_id is not null)),
  constraint partners_earnings_taken check (taken_kopecks between 0 and amount_kopecks and (state = 'taken_back' or taken_kopecks = 0))
) with (fillfactor = 80);
create index partners_earnings_due on partners_earnings (available_at) where state = 'pending';
create index partners_earnings_owed on partners_earnings (user_id, id) where state = 'taken_back' and taken_kopecks < amount_kopecks;
create index partners_earnings_order on partners_earnings (order_id, order_kind);
create index partners_earnings_user on partners_earnings (user_id, earned_at);
create index partners_earnings_pending on partners_earnings (user_id) include (amount_kopecks) where state = 'pending';
revoke delete, truncate on partners_earnings from sms_den_app;

-- How far the ledger has been read.
create table partners_ledger_progress (
  singleton boolean primary key default true check (singleton),
  last_transfer_id bigint not null
);
insert into partners_ledger_progress (last_transfer_id) values (0);
revoke insert, delete, truncate on partners_ledger_progress from sms_den_app;
