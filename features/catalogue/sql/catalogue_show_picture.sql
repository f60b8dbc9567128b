-- From now on this file of the store is shown of the service whose page has this address; null: its mark is shown again. Kept pages are told
-- with the commit.
-- door: content
create or replace function catalogue_show_picture(p_slug text, p_picture text) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_picture is null then
    delete from catalogue_service_pictures p where p.slug = p_slug;
  else
    insert into catalogue_service_pictures as p (slug, picture) values (p_slug, p_picture)
    on conflict (slug) do update set picture = excluded.picture where p.picture <> excluded.picture;
  end if;
  if found then
    perform pg_notify('page_tags', 'catalogue');
  end if;
end $$;
revoke execute on function catalogue_show_picture from public;
