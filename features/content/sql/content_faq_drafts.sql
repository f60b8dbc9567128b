-- The newest state of every question, published or not, as its preview shows it: in the reader's language, or in English where that has
-- nothing yet. Only pages that have proven an editor ask for it.
create or replace view content_faq_drafts as
  select v.parent_id as id, coalesce(v.version_slug, '') as slug, l.locale::text as locale, t._locale::text as text_locale,
    coalesce(t.version_question, '') as question, t.version_answer as answer,
    coalesce(c.slug, '') as topic, coalesce(n.name, '') as topic_name
  from cms._faq_entries_v v
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.version_question, t.version_answer from cms._faq_entries_v_locales t
    where t._parent_id = v.id and t._locale in (l.locale, 'en') and (t.version_question <> '' or t.version_answer is not null)
    order by t._locale = l.locale desc limit 1) t
  left join cms.faq_topics c on c.id = v.version_topic_id
  left join lateral (
    select n.name from cms.faq_topics_locales n where n._parent_id = c.id
    order by n._locale = l.locale desc, n._locale = 'en' desc, n._locale limit 1) n on true
  where v.latest and v.parent_id is not null;
revoke insert, update, delete on content_faq_drafts from sms_den_app;
