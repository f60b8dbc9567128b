-- Words without their accents, so that "activacion" finds "activación".
create or replace function content_fold(p_words text) returns text
language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select regexp_replace(text_search.unaccent('text_search.unaccent'::regdictionary, p_words), '[\u0300-\u036F]', '', 'g')
$$;
