-- What became of every rental, for those who count rentals. Service 0 = the whole number.
-- door: statistics
create or replace view rentals_outcomes with (security_invoker = true) as
  select r.id, r.user_id, coalesce(r.service_id, 0) as service_id, r.country_id, r.state, r.price_kopecks, r.requested_at, r.issued_at,
         r.received_at, r.captured_at, r.closed_at
  from rentals r;
revoke insert, update, delete on rentals_outcomes from sms_den_app;
