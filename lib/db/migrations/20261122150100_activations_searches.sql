-- Number searches: what a buyer wants, tried for by the worker until it is there. State table:
-- features/activations/search/search.rules.ts.
create table activations_searches (
  id bigint generated always as identity (start with 50001) primary key,
  user_id bigint not null,
  -- whose limits are obeyed at every attempt; null = asked for on the site
  key_id bigint,
  channel text not null check (channel in ('site', 'api')),
  service_id integer not null,
  -- null = wherever it costs least
  country_id integer,
  operator text not null default 'any',
  -- the price ladder: so many seconds after its start the limit becomes so much; none = little more than what was told
  step_seconds integer[] not null default '{}',
  step_kopecks bigint[] not null default '{}',
  -- how long and how often it tries for one number
  seconds integer not null check (seconds between 10 and 21600),
  attempts_max integer not null check (attempts_max between 1 and 1000),
  attempts integer not null default 0,
  -- no SMS for so long: cancelled, and the next one bought; at most so often
  replace_after_seconds integer check (replace_after_seconds between 30 and 1080),
  replacements_max integer not null default 0 check (replacements_max between 0 and 100),
  replacements integer not null default 0,
  state text not null check (state in ('searching', 'asking', 'stopping', 'watching', 'found', 'stopped', 'over', 'refused')),
  -- the order that it has now
  activation_id bigint references activations (id),
  -- code of the newest refusal: why it goes on, and why it ended
  refusal text,
  -- of the number that is tried for now
  started_at timestamptz not null default app_now(),
  ends_at timestamptz not null,
  -- when the worker looks at it; whoever takes it moves it ahead
  next_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  closed_at timestamptz,
  constraint activations_searches_ladder check (cardinality(step_seconds) = cardinality(step_kopecks) and cardinality(step_seconds) <= 10
    and (cardinality(step_seconds) = 0 or step_seconds[1] = 0)),
  constraint activations_searches_replacing check ((replace_after_seconds is null) = (replacements_max = 0)
    and replacements <= replacements_max),
  constraint activations_searches_order check ((state in ('asking', 'stopping', 'watching', 'found')) = (activation_id is not null)),
  constraint activations_searches_closed check ((state in ('found', 'stopped', 'over', 'refused')) = (closed_at is not null))
) with (fillfactor = 70);
create index activations_searches_due on activations_searches (next_at) where closed_at is null;
create index activations_searches_user on activations_searches (user_id, id desc);
create index activations_searches_closed_at on activations_searches (closed_at) where closed_at is not null;

-- Every order that a search has placed. An order belongs to one search at most.
create table activations_search_orders (
  activation_id bigint primary key references activations (id),
  search_id bigint not null references activations_searches (id) on delete cascade,
  created_at timestamptz not null default app_now()
);
create index activations_search_orders_search on activations_search_orders (search_id);
revoke update, truncate on activations_search_orders from sms_den_app;
revoke truncate on activations_searches from sms_den_app;
