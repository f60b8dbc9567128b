-- A rental's money is taken by what comes first: an SMS, an extension, its end, or the time to cancel being over.
create or replace view statistics_of_rentals with (security_invoker = true) as
  select r.id, r.user_id, 'rental'::text as kind, (r.requested_at at time zone 'UTC')::date as day, r.service_id, r.country_id,
         r.closed_at is null as is_running,
         1 as requests,
         0 as refused,
         (r.state <> 'requested')::integer as numbers,
         (r.received_at is not null)::integer as successes,
         (r.state = 'canceled')::integer as cancelled,
         (r.state = 'expired' and r.received_at is null)::integer as expired,
         0 as reported,
         0 as extensions,
         case when r.captured_at is not null then r.price_kopecks else 0 end as captured_kopecks,
         case when r.received_at is not null then greatest(0, floor(extract(epoch from r.received_at - r.issued_at)))::integer end as wait_seconds,
         0 as accounts
  from rentals_outcomes r;
revoke insert, update, delete on statistics_of_rentals from sms_den_app;
