-- Chats are told of ready accounts as well: whoever has chosen everything so far goes on hearing everything.
update notifications_telegram_settings set kinds = kinds || array['accounts']
  where kinds @> array['codes', 'rentals', 'payments', 'balance', 'loyalty'] and not 'accounts' = any (kinds);
