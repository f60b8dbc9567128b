-- More time for a rental is paid at once: money of the day of the extension, and no number of its own.
create or replace view statistics_of_extensions with (security_invoker = true) as
  select e.id, e.user_id, 'rental'::text as kind, (e.created_at at time zone 'UTC')::date as day, e.service_id,
         e.country_id, false as is_running, 0 as requests, 0 as refused, 0 as numbers, 0 as successes, 0 as cancelled, 0 as expired,
         0 as reported, 1 as extensions, e.price_kopecks as captured_kopecks, null::integer as wait_seconds,
         0 as accounts
  from rentals_paid_extensions e;
revoke insert, update, delete on statistics_of_extensions from sms_den_app;
