-- Published articles as the site shows them, those of days to come among them: a row for every language, whole in that language, or whole in
-- English where the language does not have all of it.
create or replace view content_published_articles as
  select a.id, a.slug, l.locale::text as locale, t._locale::text as text_locale, t.title, t.summary, t.body, a.published_at, a.updated_at,
    t.search_title, t.search_description, a.cover_id
  from cms.articles a
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.title, t.summary, t.body, t.search_title, t.search_description from cms.articles_locales t
    where t._parent_id = a.id and t._locale in (l.locale, 'en') and t.title <> '' and t.body is not null
    order by t._locale = l.locale desc limit 1) t
  where a._status = 'published' and a.slug is not null and a.published_at is not null;
revoke insert, update, delete on content_published_articles from sms_den_app;
