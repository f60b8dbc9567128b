-- A price may be one of a rental.
alter table notifications_telegram_purchases
  -- for so long; null: a number for its codes. order_id is the rental's then
  add column hours integer check (hours > 0);
