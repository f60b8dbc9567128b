-- Pictures that are shown of services in the place of their marks, by the last part of the address of the service's page. They are chosen
-- below the catalogue, which is told of them.
create table catalogue_service_pictures (
  slug text primary key,
  -- A file of the store (`/api/storage/image/{picture}`).
  picture text not null check (picture ~ '^[0-9a-z-]+\.webp$')
);
revoke insert, update, delete, truncate on catalogue_service_pictures from sms_den_app;

-- Those that were chosen before.
insert into catalogue_service_pictures (slug, picture)
select m.service, case when m.width > 480 then replace(m.filename, '.webp', '-480.webp') else m.filename end
from cms.media m
where m.service is not null and m.filename is not null and m.width > 0;
