-- As statistics_supplied_activations. A rental that ended without an SMS was used and is paid: it is neither cancelled nor expired here.
-- door: partners
create or replace view statistics_supplied_rentals with (security_invoker = true) as
  select r.supplier_id, 'rental'::text as kind, r.id as order_id, (r.requested_at at time zone 'UTC')::date as day, r.requested_at,
         r.service_id, r.country_id, r.operator, r.number, r.state,
         r.closed_at is null as is_running,
         (r.received_at is not null)::integer as codes,
         (r.state = 'canceled')::integer as cancelled,
         0 as expired,
         0 as reported,
         r.messages_count as sms,
         r.share_kopecks,
         case when r.received_at is not null then greatest(0, floor(extract(epoch from r.received_at - r.issued_at)))::integer end as wait_seconds
  from rentals_outcomes r where r.number is not null;
revoke insert, update, delete on statistics_supplied_rentals from sms_den_app;
