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
