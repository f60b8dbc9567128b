-- What is in users' wallets, for lists of people. Nothing is locked: who moves money locks the wallet and looks again.
-- door: back-office, referrals
create or replace view ledger_wallets with (security_invoker = true) as
  select a.user_id, a.posted_kopecks, a.held_kopecks, a.open_orders, a.version from ledger_accounts a where a.user_id is not null;
revoke insert, update, delete on ledger_wallets from sms_den_app;
