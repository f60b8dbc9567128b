-- Brings what the search knows of one document to what the site shows; texts that stay are not touched. Two edits of one document at once
-- go one after the other, so that the later one sees both.
create or replace function content_refresh_search(p_kind text, p_document integer) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('content_search_texts:' || p_kind), p_document);
  delete from content_search_texts t
  where t.kind = p_kind and t.document_id = p_document and not exists (
    select from content_search_sources s
    where s.kind = p_kind and s.document_id = p_document and s.language = t.language
      and (s.shown_in, s.slug, s.shown_from, s.title, s.body) is not distinct from (t.shown_in, t.slug, t.shown_from, t.title, t.body));
  insert into content_search_texts
    (kind, document_id, language, shown_in, slug, shown_from, title, body, folded_title, title_words, words)
  select s.kind, s.document_id, s.language, s.shown_in, s.slug, s.shown_from, s.title, s.body,
    left(btrim(regexp_replace(content_fold(content_words(s.title, true)), '\s+', ' ', 'g')), 300), v.title_words,
    setweight(v.title_words, 'A') || content_search_vector(s.language, s.body)
  from content_search_sources s
  cross join lateral (select content_search_vector(s.language, s.title) as title_words offset 0) v
  where s.kind = p_kind and s.document_id = p_document and not exists (
    select from content_search_texts t where t.kind = s.kind and t.document_id = s.document_id and t.language = s.language);
end $$;
revoke execute on function content_refresh_search from public;
grant execute on function content_refresh_search to sms_den_app;
