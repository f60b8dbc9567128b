-- Processes read the catalogue again when its version has grown.
create or replace function catalogue_bump_version() returns trigger
language plpgsql as $$
begin
  update catalogue_version set version = version + 1;
  return null;
end $$;
