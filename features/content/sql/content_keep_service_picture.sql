-- Tells the catalogue in the transaction of an edit which picture stands for a service, before the edit and after it. The content desk's role,
-- which sees the schema cms alone, edits; this acts as the owner.
create or replace function content_keep_service_picture() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_service text;
begin
  for v_service in select distinct s from unnest(array[old.service, new.service]) as s where s is not null loop
    perform catalogue_show_picture(v_service, (select p.picture from content_service_pictures p where p.service = v_service));
  end loop;
  return null;
end $$;
revoke execute on function content_keep_service_picture from public;
