-- An order of ready accounts counts with the accounts that it delivered; one that was not delivered found none, and its money came back.
create or replace view statistics_of_accounts with (security_invoker = true) as
  select r.id, r.user_id, 'accounts'::text as kind, (r.ordered_at at time zone 'UTC')::date as day, r.service_id, r.country_id,
         r.state = 'held' as is_running,
         1 as requests,
         (r.state = 'cancelled')::integer as refused,
         0 as numbers, 0 as successes, 0 as cancelled, 0 as expired, 0 as reported, 0 as extensions,
         case when r.state = 'delivered' then r.total_kopecks else 0 end as captured_kopecks,
         null::integer as wait_seconds,
         case when r.state = 'delivered' then r.count else 0 end as accounts
  from ready_accounts_outcomes r;
revoke insert, update, delete on statistics_of_accounts from sms_den_app;
