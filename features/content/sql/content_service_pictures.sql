-- The pictures that stand for services, by the last part of the address of the service's page: in the width of marks where they are wider
-- (markName in features/content/media).
create or replace view content_service_pictures as
  select m.service, case when m.width > 96 then replace(m.filename, '.webp', '-96.webp') else m.filename end as picture
  from cms.media m
  where m.service is not null and m.filename is not null and m.width > 0;
revoke insert, update, delete on content_service_pictures from sms_den_app;
