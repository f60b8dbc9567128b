-- Addresses that have moved.
create or replace view content_redirects as
  select r."from" as from_path, r."to" as to_path, coalesce(r.is_permanent, false) as is_permanent from cms.redirects r;
revoke insert, update, delete on content_redirects from sms_den_app;
