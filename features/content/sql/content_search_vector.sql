-- What a text is found by: the stems of its words, and the words themselves without accents, since of a word that is still being typed
-- nobody knows the stem.
create or replace function content_search_vector(p_language text, p_text text) returns tsvector
language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select to_tsvector(content_search_config(p_language), words) || to_tsvector('simple', content_fold(words))
  from content_words(p_text, false) as words
$$;
