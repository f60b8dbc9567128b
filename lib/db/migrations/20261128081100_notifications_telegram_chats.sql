-- What the bot hands to a chat, to be linked by it to an account: once, for ten minutes.
create table notifications_telegram_links (
  id bigint generated always as identity primary key,
  -- SHA-256 of what stands in the link
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  chat_id bigint not null,
  -- who is asked for by it, as Telegram names them
  name text not null check (length(name) <= 120),
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index notifications_telegram_links_chat on notifications_telegram_links (chat_id);
create index notifications_telegram_links_age on notifications_telegram_links (expires_at);

-- Chats that are linked to accounts: one of an account, one account of a chat. What was unlinked is kept for a while.
create table notifications_telegram_chats (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  chat_id bigint not null,
  name text not null check (length(name) <= 120),
  locale text not null,
  linked_at timestamptz not null default app_now(),
  -- only what happened since is told, by the clock of job_events
  events_since timestamptz not null default clock_timestamp(),
  -- the person wants nothing more of the bot
  blocked_at timestamptz,
  unlinked_at timestamptz
);
create unique index notifications_telegram_chats_account on notifications_telegram_chats (user_id) where unlinked_at is null;
create unique index notifications_telegram_chats_chat on notifications_telegram_chats (chat_id) where unlinked_at is null;
create index notifications_telegram_chats_user on notifications_telegram_chats (user_id);
create index notifications_telegram_chats_unlinked on notifications_telegram_chats (unlinked_at) where unlinked_at is not null;
