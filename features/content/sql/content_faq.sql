-- Published questions with their answers, by topic, a row for every language: whole in that language, or whole in English.
create or replace view content_faq as
  select e.id, e.slug, e.place, l.locale::text as locale, t._locale::text as text_locale, t.question, t.answer,
    c.slug as topic, c.place as topic_place, n.name as topic_name, e.updated_at
  from cms.faq_entries e
  join cms.faq_topics c on c.id = e.topic_id
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select t._locale, t.question, t.answer from cms.faq_entries_locales t
    where t._parent_id = e.id and t._locale in (l.locale, 'en') and t.question <> '' and t.answer is not null
    order by t._locale = l.locale desc limit 1) t
  cross join lateral (
    select n.name from cms.faq_topics_locales n where n._parent_id = c.id
    order by n._locale = l.locale desc, n._locale = 'en' desc, n._locale limit 1) n
  where e._status = 'published' and e.slug is not null;
revoke insert, update, delete on content_faq from sms_den_app;
