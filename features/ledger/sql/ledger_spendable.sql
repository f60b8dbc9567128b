-- What a user can spend now. Nothing is locked: who spends it locks the wallet and looks again.
-- door: activations
create or replace view ledger_spendable with (security_invoker = true) as
  select a.user_id, a.posted_kopecks - a.held_kopecks as kopecks from ledger_accounts a where a.user_id is not null;
revoke insert, update, delete on ledger_spendable from sms_den_app;
