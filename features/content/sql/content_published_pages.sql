-- Published pages as the site shows them, those of days to come among them, a row for every language: whole in that language, or whole in
-- English. Its address is made of its own part and those of the pages above; while one of them is not published, the page has none and is not
-- here. It is shown from the day on which the last of them is. Whoever asks for one page says `slug`, the last part of its address, too: then
-- the addresses of others are not looked for.
create or replace view content_published_pages as
  select p.id, p.parent_id, p.slug, a.path, coalesce(p.place, 100) as place, l.locale::text as locale, t._locale::text as text_locale,
    t.title, t.summary, t.body, p.published_at, p.updated_at, t.search_title, t.search_description, a.shown_from
  from cms.pages p
  cross join lateral (
    with recursive up as (
      select p.parent_id, p.slug::text as path, p.published_at as shown_from, 1 as steps
      union all
      -- More steps than any page may have: of pages that stand below one another none has an address.
      select q.parent_id, q.slug || '/' || up.path, greatest(up.shown_from, q.published_at), up.steps + 1
      from up join cms.pages q on q.id = up.parent_id
      where q._status = 'published' and q.slug is not null and q.published_at is not null and up.steps < 20)
    select up.path, up.shown_from from up where up.parent_id is null) a
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.title, t.summary, t.body, t.search_title, t.search_description from cms.pages_locales t
    where t._parent_id = p.id and t._locale in (l.locale, 'en') and t.title <> '' and t.body is not null
    order by t._locale = l.locale desc limit 1) t
  where p._status = 'published' and p.slug is not null and p.published_at is not null;
revoke insert, update, delete on content_published_pages from sms_den_app;
