-- The bot as Telegram knows it, so that pages can name it. One row, written by the process telegram.
create table notifications_telegram_bot (
  only_one boolean primary key default true check (only_one),
  username text not null,
  -- the process was there
  seen_at timestamptz not null default app_now()
);

-- What is written and pressed in chats with the bot, each once by Telegram's number for it.
create table notifications_telegram_updates (
  id bigint primary key,
  -- Telegram's number of the chat
  chat_id bigint not null,
  -- as it came, AES-256-GCM (lib/sealed-text.ts)
  sealed_update text not null,
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null default app_now(),
  tries integer not null default 0 check (tries >= 0),
  closed_at timestamptz
);
create index notifications_telegram_updates_waiting on notifications_telegram_updates (chat_id, id) where closed_at is null;
create index notifications_telegram_updates_age on notifications_telegram_updates (created_at);

-- What is said in chats.
create table notifications_telegram_messages (
  id bigint generated always as identity primary key,
  chat_id bigint not null,
  -- whose news it is; null: an answer to what was written in the chat, or a notice about its link
  user_id bigint,
  type text not null,
  -- what it is about: it is said once
  subject_id bigint not null,
  object_id bigint,
  -- of answers and notices: text and buttons; news are read when they are sent
  sealed_body text,
  created_at timestamptz not null default app_now(),
  due_at timestamptz not null default app_now(),
  tries integer not null default 0 check (tries >= 0),
  closed_at timestamptz,
  constraint notifications_telegram_messages_once unique (chat_id, type, subject_id),
  constraint notifications_telegram_messages_kind check ((user_id is null) = (sealed_body is not null))
);
create index notifications_telegram_messages_waiting on notifications_telegram_messages (chat_id, id) where closed_at is null;
create index notifications_telegram_messages_age on notifications_telegram_messages (created_at);

-- When the next message may go out: to a chat, and (chat 0) at all.
create table notifications_telegram_paces (
  chat_id bigint primary key,
  free_at timestamptz not null
);
insert into notifications_telegram_paces (chat_id, free_at) values (0, '2000-01-01 00:00:00+00');
