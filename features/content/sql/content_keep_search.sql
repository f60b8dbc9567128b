-- Keeps the search in the transaction of an edit. Arguments: the kind, and the column that names the document. The content desk's role, which
-- sees the schema cms alone, edits; this acts as the owner.
create or replace function content_keep_search() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_row jsonb;
begin
  if tg_op = 'DELETE' then v_row := to_jsonb(old); else v_row := to_jsonb(new); end if;
  perform content_refresh_search(tg_argv[0], (v_row ->> tg_argv[1])::integer);
  return null;
end $$;
revoke execute on function content_keep_search from public;
