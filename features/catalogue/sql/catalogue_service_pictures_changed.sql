-- A change of the services' pictures makes a new version of the catalogue.
create or replace trigger catalogue_service_pictures_changed
  after insert or update or delete or truncate on catalogue_service_pictures
  for each statement execute function catalogue_bump_version();
