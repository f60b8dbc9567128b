/*
 * What a purchase counts as in its buyer's figures: one row per purchase, with what is so of it now. The sweep that adds figures up, the
 * page that adds what the sweep has not seen yet, and the check that compares the two all read these views. The day (UTC) is that of
 * the purchase, whenever its code comes. The right of whoever asks is needed on the tables behind them.
 */
create or replace view statistics_of_activations with (security_invoker = true) as
  select a.id, a.user_id, 'activation'::text as kind, (a.requested_at at time zone 'UTC')::date as day, a.service_id, a.country_id,
         a.closed_at is null as is_running,
         1 as requests,
         (a.state = 'failed')::integer as refused,
         (a.state not in ('requested', 'unknown', 'failed'))::integer as numbers,
         (a.received_at is not null)::integer as successes,
         (a.state = 'cancelled')::integer as cancelled,
         (a.state = 'expired')::integer as expired,
         (a.state = 'banned')::integer as reported,
         0 as extensions,
         case when a.received_at is not null then a.price_kopecks else 0 end as captured_kopecks,
         case when a.received_at is not null then greatest(0, floor(extract(epoch from a.received_at - a.issued_at)))::integer end as wait_seconds,
         0 as accounts
  from activations_outcomes a;
revoke insert, update, delete on statistics_of_activations from sms_den_app;
