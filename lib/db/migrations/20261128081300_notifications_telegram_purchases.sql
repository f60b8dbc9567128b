-- What may be spent in a chat: on a day (UTC), and above which price it is asked once more. Without a row what the defaults say.
alter table notifications_telegram_settings
  add column day_cap_kopecks bigint not null default 100000 check (day_cap_kopecks >= 0),
  add column confirm_above_kopecks bigint not null default 10000 check (confirm_above_kopecks >= 0);

-- Prices that were told in chats, and what was bought at them: once for each.
create table notifications_telegram_purchases (
  -- Telegram's number of what asked for the price
  id bigint primary key,
  user_id bigint not null,
  chat_id bigint not null,
  service_id integer not null,
  country_id integer not null,
  price_kopecks bigint not null check (price_kopecks >= 0),
  created_at timestamptz not null default app_now(),
  -- it was asked once more, since the price is high
  asked_at timestamptz,
  -- from here on it counts for the day
  begun_at timestamptz,
  -- it was bought (order_id), or refused, and then counts no more
  ended_at timestamptz,
  order_id bigint,
  constraint notifications_telegram_purchases_in_order check ((ended_at is null or begun_at is not null) and (order_id is null or ended_at is not null))
);
create index notifications_telegram_purchases_day on notifications_telegram_purchases (user_id, begun_at);
create index notifications_telegram_purchases_age on notifications_telegram_purchases (created_at);
