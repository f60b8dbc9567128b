-- The tags of published articles with their names in every language; a name that a language does not have is the English one.
create or replace view content_article_tags as
  select r.parent_id as article_id, r."order" as place, g.slug, l.locale::text as locale, n.name
  from cms.articles_rels r
  join cms.articles a on a.id = r.parent_id and a._status = 'published'
  join cms.tags g on g.id = r.tags_id
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select n.name from cms.tags_locales n where n._parent_id = g.id
    order by n._locale = l.locale desc, n._locale = 'en' desc, n._locale limit 1) n
  where r.path = 'tags';
revoke insert, update, delete on content_article_tags from sms_den_app;
