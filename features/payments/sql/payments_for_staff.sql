-- Payments as the staff see them; `is_kept` is a guest's whose money is there and that nobody has claimed yet.
-- door: back-office
create or replace view payments_for_staff with (security_invoker = true) as
  select p.id, p.user_id, p.method, p.provider, p.provider_payment_id, p.amount_kopecks, p.state, p.charge_amount, p.charge_currency,
         p.provider_amount, p.provider_currency, p.reversed_kopecks, p.created_at, p.credited_at, p.expires_at, p.due_at, p.asks,
         p.payer_fingerprint is not null as has_fingerprint, p.credited_transfer_id,
         exists (select from payments_guests g
           where g.payment_id = p.id and g.kept_at is not null and g.claimed_by is null and p.state = 'confirmed') as is_kept
  from payments p;
revoke insert, update, delete on payments_for_staff from sms_den_app;
