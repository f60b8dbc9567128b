-- The pictures that stand for services, by the last part of the address of the service's page.
create or replace view content_service_pictures as
  select m.service, m.filename as name, m.width::int as width
  from cms.media m
  where m.service is not null and m.filename is not null and m.width > 0;
revoke insert, update, delete on content_service_pictures from sms_den_app;
