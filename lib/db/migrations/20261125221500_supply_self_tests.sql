-- Runs of the acceptance tests against a supplier. States: features/supply/self-test/self-test.rules.ts.
create table supply_self_tests (
  id bigint generated always as identity primary key,
  supplier_id integer not null references supply_suppliers,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'passed', 'failed')),
  -- The key (SHA-256) and the address that are tested: a pass counts for these alone.
  key_hash text not null,
  base_url text,
  idempotency_key text not null,
  -- How many of an agent's numbers it may hold at once.
  numbers_max smallint not null check (numbers_max between 1 and 5),
  -- What is being tried now.
  current_test text check (char_length(current_test) <= 40),
  -- A worker that is not heard of until then has died.
  lease_until timestamptz,
  -- It has ended by then, whatever it waits for.
  deadline_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  ended_at timestamptz,
  -- Why a run failed that no test has failed.
  end_reason text check (char_length(end_reason) <= 40),
  constraint supply_self_tests_ended check ((state in ('passed', 'failed')) = (ended_at is not null)),
  constraint supply_self_tests_leased check (state <> 'running' or lease_until is not null)
) with (fillfactor = 80);
create unique index supply_self_tests_open on supply_self_tests (supplier_id) where state in ('waiting', 'running');
create unique index supply_self_tests_key on supply_self_tests (supplier_id, idempotency_key);
create index supply_self_tests_list on supply_self_tests (supplier_id, id);
create index supply_self_tests_due on supply_self_tests (created_at) where state in ('waiting', 'running');

-- What each test said.
create table supply_self_test_results (
  self_test_id bigint not null references supply_self_tests,
  test text not null check (char_length(test) <= 40),
  outcome text not null check (outcome in ('passed', 'failed', 'skipped')),
  reason text check (char_length(reason) <= 40),
  detail text check (char_length(detail) <= 300),
  judged_at timestamptz not null default app_now(),
  primary key (self_test_id, test),
  constraint supply_self_test_results_reason check ((outcome = 'failed') = (reason is not null))
);

-- What went over the wire, without keys; the texts are sealed, since an SMS is among them.
create table supply_self_test_exchanges (
  id bigint generated always as identity primary key,
  self_test_id bigint not null references supply_self_tests,
  direction text not null check (direction in ('out', 'in')),
  test text check (char_length(test) <= 40),
  action text not null check (char_length(action) <= 40),
  at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  http_status integer,
  fault text check (char_length(fault) <= 300),
  sealed_request text not null,
  -- Null when nothing came.
  sealed_answer text,
  -- Of the partner's calls.
  has_user_agent boolean,
  is_exact boolean,
  error text check (char_length(error) <= 60),
  detail text check (char_length(detail) <= 300),
  phone bigint,
  sms_id text check (char_length(sms_id) <= 40)
);
create index supply_self_test_exchanges_by_run on supply_self_test_exchanges (self_test_id, id);
create index supply_self_test_exchanges_by_time on supply_self_test_exchanges (at);

-- Numbers that are lent to a run.
create table supply_self_test_numbers (
  id bigint generated always as identity primary key,
  self_test_id bigint not null references supply_self_tests,
  -- The agent's own id of it; ours for own stock.
  supplier_ref text not null check (char_length(supplier_ref) <= 100),
  number bigint not null,
  country_id integer,
  lent_at timestamptz not null default app_now(),
  -- A status of FINISH_ACTIVATION.
  outcome smallint check (outcome in (1, 3, 4, 5)),
  -- The partner knows how it ended.
  finished_at timestamptz,
  tries integer not null default 0,
  due_at timestamptz not null default app_now(),
  unique (self_test_id, supplier_ref)
) with (fillfactor = 80);
create index supply_self_test_numbers_due on supply_self_test_numbers (due_at) where finished_at is null;

revoke delete, truncate on supply_self_tests, supply_self_test_results, supply_self_test_numbers from sms_den_app;
revoke truncate on supply_self_test_exchanges from sms_den_app;
