-- Who has paid for whom: the fingerprints of the cards and wallets behind credited payments.
-- door: referrals
create or replace view payments_payers with (security_invoker = true) as
  select p.user_id, p.payer_fingerprint from payments p where p.credited_at is not null;
revoke insert, update, delete on payments_payers from sms_den_app;
