-- What became of every order, for those who count orders.
-- door: statistics
create or replace view activations_outcomes with (security_invoker = true) as
  select a.id, a.user_id, a.service_id, a.country_id, a.state, a.price_kopecks, a.requested_at, a.issued_at, a.received_at, a.closed_at,
         a.supplier_kind, a.cost_kopecks, a.supplier_id, a.operator, a.number, a.messages_count
  from activations a;
revoke insert, update, delete on activations_outcomes from sms_den_app;
