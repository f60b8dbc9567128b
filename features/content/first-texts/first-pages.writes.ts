import sql from "sql-template-tag";
import { textRowsOf } from "#features/content/first-texts/written-lines.rules.ts";
import {
  type WrittenMenu,
  type WrittenPage,
  writtenMenus,
  writtenPages,
} from "#features/content/first-texts/written-texts.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/** The first pages with those below them, and the first menus. */
export async function seedFirstPages(tx: Tx): Promise<void> {
  for (const [at, page] of writtenPages.entries()) await addPage(tx, page, null, at + 1);
  for (const [at, menu] of writtenMenus.entries()) await addMenu(tx, menu, at + 1);
}

/** With its first version, in which the desk looks for the newest state of a document. */
async function addPage(
  tx: Tx,
  { slug, texts, below = [] }: WrittenPage,
  parent: number | null,
  place: number,
): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.pages (slug, parent_id, place, published_at, _status)
        values (${slug}, ${parent}, ${place}, date_trunc('day', app_now()), 'published') returning id`,
  );
  const { version } = await one<{ version: number }>(
    tx,
    sql`insert into cms._pages_v (parent_id, version_slug, version_parent_id, version_place, version_published_at, version_updated_at,
          version_created_at, version__status, latest)
        select id, slug, parent_id, place, published_at, updated_at, created_at, 'published', true from cms.pages where id = ${id}
        returning id as version`,
  );
  await execute(
    tx,
    sql`with made as (
          insert into cms.pages_locales (title, summary, body, _locale, _parent_id)
          select title, summary, body, locale::cms._locales, ${id}::int
          from jsonb_to_recordset(${textRowsOf(texts, "body")}::jsonb) as t(title text, summary text, body jsonb, locale text)
          returning title, summary, body, _locale
        )
        insert into cms._pages_v_locales (version_title, version_summary, version_body, _locale, _parent_id)
        select title, summary, body, _locale, ${version}::int from made`,
  );
  for (const [at, page] of below.entries()) await addPage(tx, page, id, at + 1);
}

/** The desk finds menus without a version of theirs: they have no drafts. */
async function addMenu(tx: Tx, { position, texts }: WrittenMenu, place: number): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.menus (position, place) values (${position}, ${place}) returning id`,
  );
  const byLocale = JSON.stringify(texts);
  await execute(
    tx,
    sql`insert into cms.menus_locales (title, _locale, _parent_id)
        select value ->> 'title', key::cms._locales, ${id}::int from jsonb_each(${byLocale}::jsonb)`,
  );
  await execute(
    tx,
    sql`with given as (
          select t.key::cms._locales as locale, e.at, e.entry, 'first-' || ${id}::int || '-' || t.key || '-' || e.at as id
          from jsonb_each(${byLocale}::jsonb) t
          cross join jsonb_array_elements(t.value -> 'entries') with ordinality as e(entry, at)
        ), made as (
          insert into cms.menus_entries (_order, _parent_id, _locale, id, label, href)
          select at, ${id}::int, locale, id, entry ->> 'label', entry ->> 'href' from given
        )
        insert into cms.menus_entries_children (_order, _parent_id, _locale, id, label, href)
        select c.at, g.id, g.locale, g.id || '-' || c.at, c.child ->> 'label', c.child ->> 'href'
        from given g cross join jsonb_array_elements(coalesce(g.entry -> 'children', '[]')) with ordinality as c(child, at)`,
  );
}
