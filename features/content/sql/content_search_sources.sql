-- needs: content_published_articles, content_published_pages, content_faq
-- What the search of the site knows, read from what the site shows: each text of a document once, with the languages in which it is shown.
-- Another kind of text is another branch here, and a trigger on each of its tables.
create or replace view content_search_sources as
  select 'articles' as kind, id as document_id, text_locale as language, array_agg(locale order by locale) as shown_in,
    min(slug)::text as slug, min(published_at)::timestamptz as shown_from, min(title)::text as title,
    concat_ws(' ', nullif(min(summary), ''), content_plain_text((array_agg(body))[1])) as body
  from content_published_articles group by id, text_locale
  union all
  select 'pages', id, text_locale, array_agg(locale order by locale), min(path), min(shown_from), min(title)::text,
    concat_ws(' ', nullif(min(summary), ''), content_plain_text((array_agg(body))[1]))
  from content_published_pages group by id, text_locale
  union all
  select 'faq', id, text_locale, array_agg(locale order by locale), min(slug)::text, null, min(question)::text,
    content_plain_text((array_agg(answer))[1])
  from content_faq group by id, text_locale;
revoke insert, update, delete on content_search_sources from sms_den_app;
