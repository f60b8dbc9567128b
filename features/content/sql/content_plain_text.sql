-- The words of an editor's document (Lexical's JSON), block by block: what the site's own renderer shows of it and nothing else.
create or replace function content_plain_text(p_document jsonb) returns text
language sql immutable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(regexp_replace(btrim(string_agg(words, ' ' order by place)), '\s+', ' ', 'g'), '')
  from (
    select blocks.place, (
      select string_agg(coalesce(words.node ->> 'text', ' '), '' order by words.place)
      from jsonb_path_query(blocks.node,
        'strict $.children[*] ? (@.type != "list" && @.type != "paragraph").** ? (@.type == "text" || @.type == "linebreak" || @.type == "tab")',
        '{}', true) with ordinality as words (node, place)
      where jsonb_typeof(words.node) = 'object'
    ) as words
    from jsonb_path_query(p_document,
      'strict $.** ? (@.type == "paragraph" || @.type == "heading" || @.type == "quote" || @.type == "listitem")',
      '{}', true) with ordinality as blocks (node, place)
  ) as spelled
$$;
