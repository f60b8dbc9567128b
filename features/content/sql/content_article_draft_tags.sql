-- The tags of the newest state of every article, published or not, with their names in every language, as `content_article_tags` has those of
-- published ones. Only pages that have proven an editor ask for it.
create or replace view content_article_draft_tags as
  select v.parent_id as article_id, r."order" as place, g.slug, l.locale::text as locale, n.name
  from cms._articles_v_rels r
  join cms._articles_v v on v.id = r.parent_id and v.latest and v.parent_id is not null
  join cms.tags g on g.id = r.tags_id
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select n.name from cms.tags_locales n where n._parent_id = g.id
    order by n._locale = l.locale desc, n._locale = 'en' desc, n._locale limit 1) n
  where r.path = 'version.tags';
revoke insert, update, delete on content_article_draft_tags from sms_den_app;
