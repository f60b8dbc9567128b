-- Every extension of a rental with what was paid for it, for those who count rentals. Service 0 = the whole number.
-- door: statistics
create or replace view rentals_paid_extensions with (security_invoker = true) as
  select e.id, e.user_id, coalesce(r.service_id, 0) as service_id, r.country_id, e.price_kopecks, e.created_at
  from rentals_extensions e join rentals r on r.id = e.rental_id;
revoke insert, update, delete on rentals_paid_extensions from sms_den_app;
