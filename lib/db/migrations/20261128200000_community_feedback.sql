-- What people write to support, each a ticket with its thread. State table: features/community/feedback/feedback.rules.ts.
create table community_feedback (
  -- the ticket's number, which mails name
  id bigint generated always as identity (start with 10001) primary key,
  -- who is signed in is written to at the address of the account, a guest at the one given
  user_id bigint,
  email text,
  name text not null,
  locale text not null,
  -- keyed hash of the account or mailbox: the same words sent twice are one ticket
  person_hash bytea not null,
  -- keyed hash of the first message's words in one spelling
  text_hash bytea not null,
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  -- what makes the staff look twice
  flags text[] not null default '{}' check (flags <@ '{disposable,repeated,links}'::text[]),
  decided_by bigint,
  decided_at timestamptz,
  idempotency_key text not null,
  input_hash text not null,
  created_at timestamptz not null default app_now(),
  -- when the last message of either side came
  written_at timestamptz not null default app_now(),
  constraint community_feedback_who check (num_nonnulls(user_id, email) = 1),
  constraint community_feedback_decided check (
    num_nonnulls(decided_by, decided_at) in (0, 2) and (state = 'open' or decided_by is not null))
);
create unique index community_feedback_key on community_feedback (idempotency_key);
-- one that was decided and is open again may have a twin
create unique index community_feedback_same on community_feedback (person_hash, text_hash) where decided_at is null;
create index community_feedback_text on community_feedback (text_hash, created_at);
create index community_feedback_state on community_feedback (state, id);
create index community_feedback_user on community_feedback (user_id) where user_id is not null;
create index community_feedback_age on community_feedback (written_at);
revoke truncate on community_feedback from sms_den_app;

-- The thread of a ticket: the sender's words and the staff's, never changed.
create table community_feedback_messages (
  id bigint generated always as identity primary key,
  feedback_id bigint not null references community_feedback (id) on delete cascade,
  -- null: the sender's own words
  staff_id bigint,
  text text not null,
  -- of a message that the sender writes later; the first one's are the ticket's
  idempotency_key text,
  input_hash text,
  created_at timestamptz not null default app_now(),
  constraint community_feedback_messages_key check (
    num_nonnulls(idempotency_key, input_hash) in (0, 2) and (staff_id is null or idempotency_key is null))
);
create unique index community_feedback_messages_key on community_feedback_messages (idempotency_key)
  where idempotency_key is not null;
create index community_feedback_messages_thread on community_feedback_messages (feedback_id, id);
revoke update, truncate on community_feedback_messages from sms_den_app;
