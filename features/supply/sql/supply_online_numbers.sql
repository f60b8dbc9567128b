-- How many numbers of own stock are on line now, by country.
-- door: partners
create or replace view supply_online_numbers with (security_invoker = true) as
  select country_id, count(*) as numbers from supply_numbers where online group by country_id;
revoke insert, update, delete on supply_online_numbers from sms_den_app;
