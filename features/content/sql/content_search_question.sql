-- What somebody typed as a question to texts of a language: all of its words, or any of them (p_is_any). The last word is the beginning of
-- one. Stop words count only there. Null when it has no word.
create or replace function content_search_question(p_language text, p_text text, p_is_any boolean) returns tsquery
language plpgsql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare
  v_words text[] := (regexp_split_to_array(btrim(content_words(p_text, true)), '\s+'))[1:12];
  v_parts text[] := '{}';
  v_stems text[];
  v_forms text[];
begin
  for v_at in 1 .. cardinality(v_words) loop
    v_stems := tsvector_to_array(to_tsvector(content_search_config(p_language), v_words[v_at]));
    continue when v_at < cardinality(v_words) and cardinality(v_stems) = 0;
    v_forms := v_stems || tsvector_to_array(to_tsvector('simple', content_fold(v_words[v_at])));
    continue when cardinality(v_forms) = 0;
    v_parts := v_parts || (
      select '(' || string_agg(distinct quote_literal(form) || case when v_at = cardinality(v_words) then ':*' else '' end, ' | ') || ')'
      from unnest(v_forms) as form);
  end loop;
  return nullif(array_to_string(v_parts, case when p_is_any then ' | ' else ' & ' end), '')::tsquery;
end $$;
