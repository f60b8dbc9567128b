-- Keeps the search in the transaction of an edit of a page: with its address those of all pages below it change, and with its state
-- whether they are shown.
create or replace function content_keep_page_search() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_page integer;
  v_below integer;
begin
  if tg_op = 'DELETE' then v_page := old.id; else v_page := new.id; end if;
  perform content_refresh_search('pages', v_page);
  if tg_op = 'UPDATE' and (new.slug, new.parent_id, new._status, new.published_at)
      is not distinct from (old.slug, old.parent_id, old._status, old.published_at) then
    return null;
  end if;
  for v_below in
    with recursive below as (
      select c.id from cms.pages c where c.parent_id = v_page
      union
      select c.id from cms.pages c join below b on c.parent_id = b.id)
    select id from below where id <> v_page order by id
  loop
    perform content_refresh_search('pages', v_below);
  end loop;
  return null;
end $$;
revoke execute on function content_keep_page_search from public;
