-- Number searches of sandboxes: what was asked for, and how far they were when somebody looked at them last. They go on by the
-- sandbox's clock when they are looked at (features/sandbox/sandbox-search).
create table sandbox_searches (
  key_id bigint not null references sandbox_accounts (key_id) on delete cascade,
  id bigint not null,
  service_id integer not null,
  country_id integer not null,
  operator text not null,
  step_seconds integer[] not null,
  step_kopecks bigint[] not null,
  seconds integer not null check (seconds > 0),
  attempts_max integer not null check (attempts_max > 0),
  replace_after_seconds integer check (replace_after_seconds > 0),
  replacements_max integer not null default 0,
  replacements integer not null default 0 check (replacements <= replacements_max),
  state text not null check (state in ('searching', 'watching', 'found', 'stopped', 'over', 'refused')),
  order_id bigint,
  refusal text,
  -- times of the sandbox's clock; started_at of the number that is searched for or watched now
  created_at timestamptz not null,
  started_at timestamptz not null,
  closed_at timestamptz,
  primary key (key_id, id),
  check ((state in ('watching', 'found')) = (order_id is not null)),
  check ((state in ('searching', 'watching')) = (closed_at is null))
);
