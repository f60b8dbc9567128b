-- How accounts came here: by which code, and where from, as marks that can only be compared.
-- door: referrals
create or replace view identity_origins with (security_invoker = true) as
  select a.user_id, a.referral_code, a.device_mark, a.network_mark, a.created_at from identity_arrivals a;
revoke insert, update, delete on identity_origins from sms_den_app;
