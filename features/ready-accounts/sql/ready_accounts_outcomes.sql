-- What became of every order of accounts, for those who count orders.
-- door: statistics
create or replace view ready_accounts_outcomes with (security_invoker = true) as
  select r.id, r.user_id, o.service_id, o.country_id, r.state, r.count, r.total_kopecks, r.ordered_at, r.closed_at
  from ready_accounts_orders r join ready_accounts_offers o on o.id = r.offer_id;
revoke insert, update, delete on ready_accounts_outcomes from sms_den_app;
