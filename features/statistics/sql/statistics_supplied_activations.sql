/*
 * What an order counts as in the figures of the supplier whose number it had, with what is so of it now. The sweep that adds figures up,
 * the pages and the check all read this view and its neighbour. The day (UTC) is that of the order, whenever its code comes.
 */
-- door: partners
create or replace view statistics_supplied_activations with (security_invoker = true) as
  select a.supplier_id, 'activation'::text as kind, a.id as order_id, (a.requested_at at time zone 'UTC')::date as day, a.requested_at,
         a.service_id, a.country_id, a.operator, a.number, a.state,
         a.closed_at is null as is_running,
         (a.received_at is not null)::integer as codes,
         (a.state = 'cancelled')::integer as cancelled,
         (a.state = 'expired')::integer as expired,
         (a.state = 'banned')::integer as reported,
         a.messages_count as sms,
         case when a.received_at is not null then a.cost_kopecks else 0 end as share_kopecks,
         case when a.received_at is not null then greatest(0, floor(extract(epoch from a.received_at - a.issued_at)))::integer end as wait_seconds
  from activations_outcomes a where a.number is not null;
revoke insert, update, delete on statistics_supplied_activations from sms_den_app;
