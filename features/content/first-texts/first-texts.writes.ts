import sql from "sql-template-tag";
import { seedFirstPages } from "#features/content/first-texts/first-pages.writes.ts";
import { textRowsOf } from "#features/content/first-texts/written-lines.rules.ts";
import {
  type Names,
  type Offered,
  type WrittenArticle,
  type WrittenEntry,
  writtenArticles,
  writtenTags,
  writtenTopics,
} from "#features/content/first-texts/written-texts.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { notify } from "#lib/jobs/events.ts";

/**
 * Texts for the default start, so that there is something to read and to edit. Written once, into a desk that nobody has used yet: what
 * editors make of them, or remove, stays so. Questions about what this shop does not offer are left out.
 */
export async function seedFirstTexts(tx: Tx, offered: Offered): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(hashtext('content first texts'))`);
  const used = await rows(
    tx,
    sql`select 1 from cms.editors union all select 1 from cms.articles union all select 1 from cms.faq_topics
        union all select 1 from cms.pages union all select 1 from cms.menus limit 1`,
  );
  if (used.length > 0) return;
  const tags = new Map<string, number>();
  for (const { slug, names } of writtenTags) tags.set(slug, await addTag(tx, slug, names));
  for (const article of writtenArticles) await addArticle(tx, article, tags);
  for (const [place, topic] of writtenTopics(offered).entries()) {
    const topicId = await addTopic(tx, topic.slug, topic.names, place + 1);
    for (const [at, entry] of topic.entries.entries()) await addEntry(tx, entry, topicId, at + 1);
  }
  await seedFirstPages(tx);
  await notify(tx, "page_tags", "content:articles,content:faq,content:pages,site");
}

async function addTag(tx: Tx, slug: string, names: Names): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.tags (slug) values (${slug}) returning id`,
  );
  await execute(
    tx,
    sql`insert into cms.tags_locales (name, _locale, _parent_id)
        select value, key::cms._locales, ${id}::int from jsonb_each_text(${JSON.stringify(names)}::jsonb)`,
  );
  return id;
}

async function addTopic(tx: Tx, slug: string, names: Names, place: number): Promise<number> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.faq_topics (slug, place) values (${slug}, ${place}) returning id`,
  );
  await execute(
    tx,
    sql`insert into cms.faq_topics_locales (name, _locale, _parent_id)
        select value, key::cms._locales, ${id}::int from jsonb_each_text(${JSON.stringify(names)}::jsonb)`,
  );
  return id;
}

/** With its first version, in which the desk looks for the newest state of a document. */
async function addArticle(
  tx: Tx,
  { slug, daysAgo, tags, texts: byLocale }: WrittenArticle,
  tagIds: ReadonlyMap<string, number>,
): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.articles (slug, published_at, _status)
        values (${slug}, date_trunc('day', app_now()) - make_interval(days => ${daysAgo}), 'published') returning id`,
  );
  const { version } = await one<{ version: number }>(
    tx,
    sql`insert into cms._articles_v (parent_id, version_slug, version_published_at, version_updated_at, version_created_at,
          version__status, latest)
        select id, slug, published_at, updated_at, created_at, 'published', true from cms.articles where id = ${id}
        returning id as version`,
  );
  await execute(
    tx,
    sql`with made as (
          insert into cms.articles_locales (title, summary, body, _locale, _parent_id)
          select title, summary, body, locale::cms._locales, ${id}::int
          from jsonb_to_recordset(${textRowsOf(byLocale, "body")}::jsonb) as t(title text, summary text, body jsonb, locale text)
          returning title, summary, body, _locale
        )
        insert into cms._articles_v_locales (version_title, version_summary, version_body, _locale, _parent_id)
        select title, summary, body, _locale, ${version}::int from made`,
  );
  for (const [at, tag] of tags.entries()) {
    await execute(
      tx,
      sql`insert into cms.articles_rels ("order", parent_id, path, tags_id)
          values (${at + 1}, ${id}, 'tags', ${tagIds.get(tag) ?? null})`,
    );
    await execute(
      tx,
      sql`insert into cms._articles_v_rels ("order", parent_id, path, tags_id)
          values (${at + 1}, ${version}, 'version.tags', ${tagIds.get(tag) ?? null})`,
    );
  }
}

async function addEntry(
  tx: Tx,
  { slug, texts: byLocale }: WrittenEntry,
  topicId: number,
  place: number,
): Promise<void> {
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into cms.faq_entries (slug, topic_id, place, _status) values (${slug}, ${topicId}, ${place}, 'published')
        returning id`,
  );
  const { version } = await one<{ version: number }>(
    tx,
    sql`insert into cms._faq_entries_v (parent_id, version_slug, version_topic_id, version_place, version_updated_at,
          version_created_at, version__status, latest)
        select id, slug, topic_id, place, updated_at, created_at, 'published', true from cms.faq_entries where id = ${id}
        returning id as version`,
  );
  await execute(
    tx,
    sql`with made as (
          insert into cms.faq_entries_locales (question, answer, _locale, _parent_id)
          select question, answer, locale::cms._locales, ${id}::int
          from jsonb_to_recordset(${textRowsOf(byLocale, "answer")}::jsonb) as t(question text, answer jsonb, locale text)
          returning question, answer, _locale
        )
        insert into cms._faq_entries_v_locales (version_question, version_answer, _locale, _parent_id)
        select question, answer, _locale, ${version}::int from made`,
  );
}
