-- How many orders a user has open. The count stands in the wallet's row, so that it is exact for whoever has locked the wallet.
-- door: activations
create or replace view ledger_open_orders with (security_invoker = true) as
  select a.user_id, a.open_orders from ledger_accounts a where a.user_id is not null;
revoke insert, update, delete on ledger_open_orders from sms_den_app;
