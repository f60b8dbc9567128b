-- A change of countries makes a new version of the catalogue.
create or replace trigger catalogue_countries_changed after insert or update or delete or truncate on catalogue_countries
  for each statement execute function catalogue_bump_version();
