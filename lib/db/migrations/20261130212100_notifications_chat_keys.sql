-- The keys of what was bought and rented in chats get a space in place of the colon: no client can send such a key, so that a program of the
-- account never takes the one of a price that its chat was told.
update activations a set idempotency_key = 'telegram ' || p.id from notifications_telegram_purchases p
  where a.user_id = p.user_id and a.idempotency_key = 'telegram:' || p.id and p.begun_at is not null;
update rentals r set idempotency_key = 'telegram ' || p.id from notifications_telegram_purchases p
  where r.user_id = p.user_id and r.idempotency_key = 'telegram:' || p.id and p.begun_at is not null;
