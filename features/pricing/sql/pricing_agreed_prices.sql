-- The prices agreed with accounts.
-- door: activations
create or replace view pricing_agreed_prices with (security_invoker = true) as
  select p.user_id, p.service_id, p.country_id, p.price_kopecks from pricing_personal_prices p;
revoke insert, update, delete on pricing_agreed_prices from sms_den_app;
