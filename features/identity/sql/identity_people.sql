-- Accounts as other features list them and write to them, without anything that proves who somebody is.
-- door: back-office, community, partners, referrals, stores
create or replace view identity_people with (security_invoker = true) as
  select u.id, u.external_id, u.email, u.email_key, u.name, u.role, u.locale, u.suspended_at, u.created_at from identity_users u;
revoke insert, update, delete on identity_people from sms_den_app;
