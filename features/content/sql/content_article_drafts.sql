-- The newest state of every article, published or not, as its preview shows it: in the reader's language, or in English where that has nothing
-- yet. Only pages that have proven an editor ask for it.
create or replace view content_article_drafts as
  select v.parent_id as id, coalesce(v.version_slug, '') as slug, l.locale::text as locale, t._locale::text as text_locale,
    coalesce(t.version_title, '') as title, t.version_summary as summary, t.version_body as body,
    coalesce(v.version_published_at, v.updated_at) as published_at, v.updated_at,
    v.version_cover_id as cover_id
  from cms._articles_v v
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.version_title, t.version_summary, t.version_body from cms._articles_v_locales t
    where t._parent_id = v.id and t._locale in (l.locale, 'en') and (t.version_title <> '' or t.version_body is not null)
    order by t._locale = l.locale desc limit 1) t
  where v.latest and v.parent_id is not null;
revoke insert, update, delete on content_article_drafts from sms_den_app;
