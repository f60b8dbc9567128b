-- Two-phase double entry after TigerBeetle's model. One transfer row is both sides, so sums are zero by construction.

-- Chart of kinds: no code path can invent a money movement.
create table ledger_kinds (
  kind text primary key,
  debit_kind text not null,
  credit_kind text not null,
  two_phase boolean not null
);
insert into ledger_kinds (kind, debit_kind, credit_kind, two_phase) values
  ('top_up', 'clearing', 'user', false),
  ('demo_credit', 'bonus', 'user', false),
  ('activation', 'user', 'revenue', true),
  ('supplier_share', 'revenue', 'supplier', false),
  ('welcome_bonus', 'bonus', 'user', false),
  ('cashback', 'bonus', 'user', false),
  -- a top-up that its provider took back: the whole of it becomes debt, which the wallet then pays as far as it reaches
  ('charge_back', 'debt', 'clearing', false),
  ('payment_refund', 'debt', 'clearing', false),
  ('debt_repayment', 'user', 'debt', false),
  ('debt_write_off', 'bonus', 'debt', false),
  -- unused top-ups back to where they came from
  ('top_up_refund', 'user', 'clearing', true),
  -- money that came in another amount than agreed, credited by hand after a claim
  ('top_up_claim', 'clearing', 'user', false),
  ('referral_accrual', 'revenue', 'referral', false),
  ('referral_reversal', 'referral', 'revenue', false),
  ('referral_withdrawal', 'referral', 'payout', true),
  ('referral_to_balance', 'payout', 'user', false),
  ('adjustment_credit', 'adjustment', 'user', false),
  ('adjustment_debit', 'user', 'adjustment', false),
  -- a captured order given back by the staff
  ('activation_refund', 'revenue', 'user', false),
  -- the provider gave back what it had taken (a won dispute, a failed refund)
  ('debt_reversal', 'clearing', 'debt', false),
  -- of that, what the wallet had paid already
  ('debt_return', 'debt', 'user', false),
  -- bonus money kept aside while the top-ups it was given for go back; always released again, after whoever gave it has taken its
  -- part back
  ('bonus_hold', 'user', 'bonus', true),
  ('rental', 'user', 'revenue', true),
  ('rental_extension', 'user', 'revenue', false),
  -- a bonus whose top-up was taken back: the whole of it becomes debt, which the wallet then pays as far as it reaches
  ('bonus_reversal', 'debt', 'bonus', false),
  -- the provider gave the top-up back (a won dispute): so is its bonus
  ('bonus_restored', 'bonus', 'user', false);

create table ledger_accounts (
  id bigint generated always as identity primary key,
  -- user and referral accounts carry a balance; all others are append-only sums of transfers:
  --   referral    what a user earned by bringing others; code 'user:<id>'
  --   debt        what a user owes after a provider took a top-up back; never above what was taken; code 'user:<id>'
  --   payout      money on its way out of the house
  --   adjustment  corrections that two people of the staff signed
  kind text not null
    check (kind in ('user', 'referral', 'clearing', 'bonus', 'revenue', 'supplier', 'debt', 'payout', 'adjustment')),
  user_id bigint,
  -- which one, for accounts of the house: 'main', 'test-gateway', 'supplier:1'
  code text,
  posted_kopecks bigint,
  held_kopecks bigint,
  version bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  -- How many of a wallet's holds are orders whose money may still come back: what the limit of parallel orders counts. It is kept on
  -- the wallet's own row, which every hold and every resolution writes anyway, so an exact count costs a purchase nothing.
  open_orders integer not null default 0 check (open_orders >= 0),
  constraint ledger_accounts_owner check ((kind = 'user') = (user_id is not null) and (kind = 'user') = (code is null)),
  constraint ledger_accounts_balance check (
    case when kind in ('user', 'referral')
      then posted_kopecks is not null and held_kopecks is not null and held_kopecks >= 0 and posted_kopecks - held_kopecks >= 0
      else posted_kopecks is null and held_kopecks is null end)
) with (fillfactor = 50);
create unique index ledger_accounts_user on ledger_accounts (user_id) where user_id is not null;
create unique index ledger_accounts_code on ledger_accounts (kind, code) where code is not null;
insert into ledger_accounts (kind, code) values
  ('revenue', 'main'), ('bonus', 'main'), ('clearing', 'test-gateway'), ('payout', 'main'), ('adjustment', 'main');

create table ledger_transfers (
  id bigint generated always as identity primary key,
  kind text not null references ledger_kinds (kind),
  phase text not null check (phase in ('single', 'pending', 'post', 'void')),
  debit_account_id bigint not null references ledger_accounts (id),
  credit_account_id bigint not null references ledger_accounts (id),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  -- idempotency and cause in one: 'activation:17:hold', 'payment:9:credit'; the same reference never moves money twice
  reference text not null,
  input_hash text,
  pending_id bigint references ledger_transfers (id),
  -- the user side after this row: the history proves itself and a page of it needs no sum
  posted_after_kopecks bigint,
  held_after_kopecks bigint,
  account_version bigint,
  -- why, in a word: 'expired', 'cancelled', 'number_banned', 'sms_received'
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  -- A wallet's history, page by page. Which account's balance a row continues is told by the row itself, on whichever side that
  -- account stands, so that one index serves all of a history in its own order.
  account_id bigint,
  constraint ledger_transfers_sides check (debit_account_id <> credit_account_id),
  constraint ledger_transfers_phase check ((phase in ('post', 'void')) = (pending_id is not null)),
  -- No foreign key: both sides have theirs.
  constraint ledger_transfers_account check (
    (account_id is null) = (account_version is null)
    and (account_id is null or account_id = debit_account_id or account_id = credit_account_id))
);
create unique index ledger_transfers_reference on ledger_transfers (reference);
-- exactly one resolution per hold
create unique index ledger_transfers_resolution on ledger_transfers (pending_id) where pending_id is not null;
-- Unique, so that no two rows can claim one place in a history.
create unique index ledger_transfers_history on ledger_transfers (account_id, account_version) where account_id is not null;
-- What comes in, and whatever is no order, also kind by kind: rare, and never written by a purchase or a capture.
create index ledger_transfers_history_rare on ledger_transfers (account_id, account_version)
  where account_id is not null and (phase = 'void' or kind <> 'activation');
create index ledger_transfers_history_kind on ledger_transfers (account_id, kind, account_version)
  where account_id is not null and kind <> 'activation';
-- What a user owes, without reading all transfers.
create index ledger_transfers_debt_made on ledger_transfers (debit_account_id)
  where kind in ('charge_back', 'payment_refund', 'bonus_reversal', 'debt_return');
create index ledger_transfers_debt_met on ledger_transfers (credit_account_id)
  where kind in ('debt_repayment', 'debt_write_off', 'debt_reversal');
revoke update, delete, truncate on ledger_transfers from sms_den_app;
revoke insert, update, delete on ledger_kinds from sms_den_app;
revoke delete on ledger_accounts from sms_den_app;

-- A hash chain over the transfers: each seal covers the ones after the seal before it, and its hash covers that seal's hash.
-- Made by a sweep, never by who moves money. What changes an old row, by whatever right, breaks the chain.
create table ledger_seals (
  -- 1, 2, 3 ... without a gap
  id bigint primary key check (id > 0),
  from_id bigint not null,
  to_id bigint not null,
  transfers_count bigint not null check (transfers_count > 0),
  hash bytea not null check (octet_length(hash) = 32),
  sealed_at timestamptz not null default clock_timestamp(),
  constraint ledger_seals_range check (from_id <= to_id)
);
create unique index ledger_seals_from on ledger_seals (from_id);
revoke update, delete, truncate on ledger_seals from sms_den_app;

-- What the reconciliation found: one row a run, one row a check.
create table ledger_reconciliations (
  id bigint generated always as identity primary key,
  -- 'all' with the checks that go over the whole history, once a day; 'often' without them
  scope text not null check (scope in ('all', 'often')),
  started_at timestamptz not null default clock_timestamp(),
  -- null while it runs, or when its worker died
  finished_at timestamptz,
  checks_count integer,
  -- checks with offending rows, and those which could not be run
  offending_count integer,
  failed_count integer,
  -- the newest seal it saw: a seal that is gone or rewritten later is found by it
  seal_id bigint,
  seal_hash bytea
);
create index ledger_reconciliations_started on ledger_reconciliations (started_at);

create table ledger_reconciliation_findings (
  reconciliation_id bigint not null references ledger_reconciliations (id) on delete cascade,
  check_name text not null,
  -- null when the check could not be run; `problem` says why
  offences bigint,
  -- the first offending rows
  examples jsonb not null default '[]',
  problem text,
  took_ms integer not null,
  primary key (reconciliation_id, check_name)
);

-- The ledger changes through its functions alone. They run as the tables' owner; the app role may call them and read the tables, and has
-- no right to write a row of them by itself. A function of the ledger that comes later says the same of itself.

revoke insert, update, delete, truncate, references, trigger
  on ledger_kinds, ledger_accounts, ledger_transfers, ledger_seals, ledger_reconciliations, ledger_reconciliation_findings
  from sms_den_app;
revoke usage, update
  on sequence ledger_accounts_id_seq, ledger_transfers_id_seq, ledger_reconciliations_id_seq
  from sms_den_app;
