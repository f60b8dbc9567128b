-- A change of operators makes a new version of the catalogue.
create or replace trigger catalogue_operators_changed after insert or update or delete or truncate on catalogue_operators
  for each statement execute function catalogue_bump_version();
