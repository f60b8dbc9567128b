-- Browsers that are told of codes while the site is closed, and what is told to each.
create table notifications_push_subscriptions (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  -- it ends with the session that asked for it: who has signed out is told nothing more
  session_id bigint not null references identity_sessions (id) on delete cascade,
  -- SHA-256 of the address: a browser that asks again keeps one row
  endpoint_hash bytea not null unique check (octet_length(endpoint_hash) = 32),
  -- address and keys as the browser gave them, AES-256-GCM (lib/sealed-text.ts)
  sealed_subscription text not null,
  locale text not null,
  created_at timestamptz not null default app_now(),
  -- only what happened since is told, by the clock of job_events
  events_since timestamptz not null default clock_timestamp()
);
create index notifications_push_subscriptions_user on notifications_push_subscriptions (user_id);
create index notifications_push_subscriptions_session on notifications_push_subscriptions (session_id);

create table notifications_pushes (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references notifications_push_subscriptions (id) on delete cascade,
  type text not null check (type in ('sms.received', 'rental.sms')),
  -- the SMS: it is told once
  subject_id bigint not null,
  -- the order or rental that it came to
  object_id bigint not null,
  happened_at timestamptz not null,
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null default app_now(),
  tries integer not null default 0 check (tries >= 0),
  closed_at timestamptz,
  constraint notifications_pushes_once unique (subscription_id, type, subject_id)
);
create index notifications_pushes_waiting on notifications_pushes (due_at, id) where closed_at is null;
create index notifications_pushes_age on notifications_pushes (created_at);
