-- What became of every rental, for those who count rentals. Service 0 = the whole number. The share is what its supplier was given for it
-- and for its extensions.
-- door: statistics
create or replace view rentals_outcomes with (security_invoker = true) as
  select r.id, r.user_id, coalesce(r.service_id, 0) as service_id, r.country_id, r.state, r.price_kopecks, r.requested_at, r.issued_at,
         r.received_at, r.captured_at, r.closed_at, r.supplier_id, r.operator, r.number, r.messages_count,
         case when r.captured_at is null then 0 else r.cost_kopecks
           + coalesce((select sum(e.cost_kopecks) from rentals_extensions e where e.rental_id = r.id), 0)::bigint end as share_kopecks
  from rentals r;
revoke insert, update, delete on rentals_outcomes from sms_den_app;
