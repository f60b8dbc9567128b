-- What became of every order of accounts, for those who count orders.
-- door: statistics
create or replace view ready_accounts_outcomes with (security_invoker = true) as
  select id, user_id, service_id, country_id, state, count, total_kopecks, ordered_at, closed_at from ready_accounts_orders;
revoke insert, update, delete on ready_accounts_outcomes from sms_den_app;
