-- A change of services makes a new version of the catalogue.
create or replace trigger catalogue_services_changed after insert or update or delete or truncate on catalogue_services
  for each statement execute function catalogue_bump_version();
