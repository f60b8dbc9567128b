-- Webhooks: where a user's programs are told what happened, and every delivery with its attempts.
create table notifications_webhooks (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  name text not null check (length(name) between 1 and 60),
  url text not null check (length(url) <= 2000),
  -- host and port of the address: so many deliveries at once go to one
  host text not null,
  events text[] not null check (cardinality(events) > 0),
  -- whsec_..., AES-256-GCM (lib/sealed-text.ts); after a rotation the old one signs beside it until old_secret_until
  sealed_secret text not null,
  sealed_old_secret text,
  old_secret_until timestamptz,
  created_at timestamptz not null default app_now(),
  -- only what happened since is told: by the deadlines' clock and by the clock of job_events
  active_since timestamptz not null default app_now(),
  events_since timestamptz not null default clock_timestamp(),
  -- when the first of nothing but failures was
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('owner', 'failures', 'gone')),
  -- A webhook may be told in the classic body of the bots' protocol, which exists for SMS alone.
  format text not null default 'standard' check (format in ('standard', 'classic')),
  constraint notifications_webhooks_disabled check ((disabled_at is null) = (disabled_reason is null)),
  constraint notifications_webhooks_overlap check ((sealed_old_secret is null) = (old_secret_until is null)),
  constraint notifications_webhooks_classic_events check (
    format = 'standard' or events <@ array['sms.received', 'rental.sms'])
);
create index notifications_webhooks_user on notifications_webhooks (user_id, id);

create table notifications_webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references notifications_webhooks (id) on delete cascade,
  -- the same at every attempt; receivers know a repetition by it
  message_id text not null unique default 'msg_' || replace(gen_random_uuid()::text, '-', ''),
  type text not null,
  -- what makes it once for ever: the order, the SMS, the payment, the extension or the event; null for a test
  subject_id bigint,
  -- the order, rental or payment that the body speaks of
  object_id bigint,
  happened_at timestamptz not null default app_now(),
  -- built and sealed before the first attempt, the same text at every one
  sealed_body text,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  -- attempts since it was last asked for: the pauses follow them
  tries integer not null default 0 check (tries >= 0),
  -- grows whenever a worker takes it: what an earlier one has to say about its state comes too late
  taken integer not null default 0,
  is_sending boolean not null default false,
  -- while it is under way: when somebody else may take it
  due_at timestamptz not null default app_now(),
  created_at timestamptz not null default app_now(),
  closed_at timestamptz,
  constraint notifications_webhook_deliveries_closed check ((state = 'pending') = (closed_at is null)),
  constraint notifications_webhook_deliveries_once unique (webhook_id, type, subject_id)
) with (fillfactor = 80);
create index notifications_webhook_deliveries_log on notifications_webhook_deliveries (webhook_id, id desc);
create index notifications_webhook_deliveries_age on notifications_webhook_deliveries (created_at);
-- What is due is looked for webhook by webhook, so that thousands that wait for a dead server cost nobody else anything.
create index notifications_webhook_deliveries_waiting on notifications_webhook_deliveries (webhook_id, due_at, id) where state = 'pending';

create table notifications_webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id bigint not null references notifications_webhook_deliveries (id) on delete cascade,
  began_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- HTTP status, or why there is none
  status integer,
  fault text,
  -- the beginning of what the receiver said
  answer text not null default '',
  -- Deliveries about an SMS keep no copy of what it says: their bodies hold its id, and the rest is put in when they are sent or shown. What the
  -- receiver answered to one may repeat it and is removed in its time.
  answer_until timestamptz,
  constraint notifications_webhook_attempts_result check ((status is null) = (fault is not null))
);
create index notifications_webhook_attempts_delivery on notifications_webhook_attempts (delivery_id, id);
create index notifications_webhook_attempts_answers on notifications_webhook_attempts (answer_until) where answer_until is not null;
revoke update on notifications_webhook_attempts from sms_den_app;

-- How far job_events has been read: everything up to here is settled, what is younger is read again.
create table notifications_webhook_reading (
  only_row boolean primary key default true check (only_row),
  after_id bigint not null default 0
);
insert into notifications_webhook_reading default values;
grant update (answer, answer_until) on notifications_webhook_attempts to sms_den_app;
