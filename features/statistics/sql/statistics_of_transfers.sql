/*
 * What a transfer counts as in the figures of the business: the sweep that adds them up and the check that compares both read this. Money
 * counts on the day (UTC) it moved. A hold is a purchase, unless another hold took its place, no supplier had a number or its accounts were
 * not delivered: then it is taken off the day of the hold again. The order is found by the transfer's reference (`activation:17:hold`, `rental:5:share`), by one
 * look at an index each, whatever the planner thinks of the number of transfers.
 */
create or replace view statistics_of_transfers with (security_invoker = true) as
  select t.id,
         ((case when not_bought then t.held_at else t.created_at end) at time zone 'UTC')::date as day,
         case when t.kind in ('licence', 'agent_share') then 'licence' else coalesce(o.kind, 'other') end as kind, coalesce(o.service_id, -1) as service_id, coalesce(o.country_id, -1) as country_id,
         case when t.phase = 'pending' or t.kind = 'licence' then 1 when not_bought then -1 else 0 end as placed,
         (t.kind = 'activation' and t.phase = 'post')::integer as delivered,
         (t.kind = 'activation' and t.phase = 'void' and not not_bought)::integer as undelivered,
         (t.kind = 'activation_refund')::integer as refunded,
         case when t.kind in ('rental_extension', 'licence') or t.kind in ('activation', 'rental', 'ready_account') and t.phase = 'post' then t.amount_kopecks else 0 end as captured_kopecks,
         case when t.kind in ('activation_refund', 'ready_account_refund') then t.amount_kopecks else 0 end as refunded_kopecks,
         case when t.kind in ('supplier_share', 'store_share', 'agent_share') then t.amount_kopecks
              when t.kind in ('supplier_share_reversal', 'partner_reversal', 'store_share_reversal') then -t.amount_kopecks else 0 end as cost_kopecks,
         case when t.kind in ('welcome_bonus', 'cashback', 'bonus_restored') then t.amount_kopecks
              when t.kind = 'bonus_reversal' then -t.amount_kopecks else 0 end as bonus_kopecks,
         case t.kind when 'referral_accrual' then t.amount_kopecks when 'referral_reversal' then -t.amount_kopecks else 0 end as referral_kopecks
  from ledger_movements t
  cross join lateral (
    select case when t.reference ~ '^(activation|rental|ready_account):[0-9]{1,18}:' then split_part(t.reference, ':', 1) end as kind,
           case when t.reference ~ '^(activation|rental|ready_account):[0-9]{1,18}:' then split_part(t.reference, ':', 2)::bigint end as id
  ) named
  left join lateral (
    (select 'activation' as kind, a.service_id, a.country_id, a.state from activations_outcomes a
      where named.kind = 'activation' and a.id = named.id limit 1)
    union all
    (select 'rental', r.service_id, r.country_id, r.state from rentals_outcomes r
      where named.kind = 'rental' and r.id = named.id limit 1)
    union all
    (select 'ready_account', b.service_id, b.country_id, b.state from ready_accounts_outcomes b
      where named.kind = 'ready_account' and b.id = named.id limit 1)
  ) o on true
  cross join lateral (
    select coalesce(t.phase = 'void' and (t.reason = 'rerouted' or t.kind = 'ready_account' or o.kind = 'activation' and o.state = 'failed'), false) as not_bought
  ) judged
  where t.kind in ('activation', 'rental', 'rental_extension', 'ready_account', 'licence', 'agent_share', 'activation_refund', 'ready_account_refund', 'supplier_share', 'supplier_share_reversal',
    'partner_reversal', 'store_share', 'store_share_reversal', 'welcome_bonus', 'cashback', 'bonus_restored', 'bonus_reversal', 'referral_accrual', 'referral_reversal');
revoke insert, update, delete on statistics_of_transfers from sms_den_app;
