-- Where accounts have signed in: addresses and browsers, as long as sessions are kept.
-- door: referrals
create or replace view identity_sign_ins with (security_invoker = true) as
  select s.user_id, s.ip, s.user_agent from identity_sessions s;
revoke insert, update, delete on identity_sign_ins from sms_den_app;
