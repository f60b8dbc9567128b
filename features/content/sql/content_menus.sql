-- The editors' menus, a row for every language: with the entries of that language, or all of English where it has none.
create or replace view content_menus as
  select m.id, m.position::text as position, m.place, l.locale::text as locale, t._locale::text as text_locale, t.title, t.entries
  from cms.menus m
  cross join unnest(enum_range(null::cms._locales)) as l(locale)
  cross join lateral (
    select n._locale, n.title, e.entries
    from cms.menus_locales n
    cross join lateral (
      select jsonb_agg(jsonb_build_object('label', e.label, 'network', e.network, 'href', e.href,
        'children', coalesce(c.children, '[]')) order by e._order) as entries
      from cms.menus_entries e
      cross join lateral (
        select jsonb_agg(jsonb_build_object('label', c.label, 'href', c.href) order by c._order) as children
        from cms.menus_entries_children c where c._parent_id = e.id) c
      where e._parent_id = n._parent_id and e._locale = n._locale) e
    where n._parent_id = m.id and n._locale in (l.locale, 'en') and e.entries is not null
    order by n._locale = l.locale desc limit 1) t;
revoke insert, update, delete on content_menus from sms_den_app;
