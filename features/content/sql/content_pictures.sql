-- The editors' pictures: a row for every language, told in it, or in English where nobody has translated what a picture shows.
create or replace view content_pictures as
  select m.id, l.locale::text as locale, t._locale::text as text_locale, m.filename as name, m.width::int as width, m.height::int as height,
    t.alt
  from cms.media m
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.alt from cms.media_locales t
    where t._parent_id = m.id and t._locale in (l.locale, 'en') and t.alt <> ''
    order by t._locale = l.locale desc limit 1) t
  where m.filename is not null and m.width > 0 and m.height > 0;
revoke insert, update, delete on content_pictures from sms_den_app;
