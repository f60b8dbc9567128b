-- Titles that are nearly what somebody typed, nearest first: a letter too many or two that changed places, which no stem forgives.
create or replace function content_near_titles(p_text text, p_locale text, p_fallback text, p_most integer)
returns table (kind text, slug text, language text, title text)
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_text text := left(btrim(regexp_replace(content_fold(content_words(p_text, true)), '\s+', ' ', 'g')), 100);
begin
  -- Of the transaction: how near is near enough for the index to be asked.
  perform set_config('pg_trgm.word_similarity_threshold', '0.35', true);
  return query
    select t.kind, t.slug, t.language, t.title from content_search_texts t
    where v_text operator(text_search.<%) t.folded_title and t.language in (p_locale, p_fallback) and p_locale = any(t.shown_in)
      and (t.shown_from is null or t.shown_from <= app_now())
    order by text_search.word_similarity(v_text, t.folded_title) desc, t.shown_from desc nulls last, t.document_id limit p_most;
end $$;
