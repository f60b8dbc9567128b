-- What an account has its chat told; without a row everything. It outlives the chat.
create table notifications_telegram_settings (
  user_id bigint primary key,
  kinds text[] not null
);
