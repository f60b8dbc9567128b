-- needs: content_search_sources
-- Documents that the search knows otherwise than the site shows them: of before there was a search, say. The worker puts them right.
create or replace view content_search_stale as
  select coalesce(s.kind, t.kind) as kind, coalesce(s.document_id, t.document_id) as document_id
  from content_search_sources s
  full join content_search_texts t on t.kind = s.kind and t.document_id = s.document_id and t.language = s.language
  where (s.shown_in, s.slug, s.shown_from, s.title, s.body) is distinct from (t.shown_in, t.slug, t.shown_from, t.title, t.body);
revoke insert, update, delete on content_search_stale from sms_den_app;
