import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { findArticle, listArticles, listTags } from "#features/content/blog/blog.reads.ts";
import { listFaq } from "#features/content/faq/faq.reads.ts";
import { seedFirstTexts } from "#features/content/first-texts/first-texts.writes.ts";
import { writtenArticles, writtenTopics } from "#features/content/first-texts/written-texts.rules.ts";
import { readMenus } from "#features/content/menus/menus.reads.ts";
import { findPage, listPagePaths } from "#features/content/pages/pages.reads.ts";
import { plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { publicPages } from "#features/site/pages.rules.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const seed = () => withTransaction(owner, (tx) => seedFirstTexts(tx, { stores: true, software: true }));
/** Those of all pages of the list, in its order. */
const slugs = async (page = 1): Promise<string[]> => {
  const { articles } = await listArticles(db, "en", { page, tag: null });
  return articles.length === 0 ? [] : [...articles.map(({ slug }) => slug), ...(await slugs(page + 1))];
};

test("the first texts are there in every language, each whole in its own", async () => {
  await seed();
  const newestFirst = writtenArticles.toSorted((left, right) => left.daysAgo - right.daysAgo);
  expect(await slugs()).toEqual(newestFirst.map(({ slug }) => slug));
  for (const locale of locales) {
    for (const slug of await slugs()) {
      const article = await findArticle(db, locale, slug);
      expect(article?.language, `${slug} in ${locale}`).toBe(locale);
      expect(plainText(readRichText(article?.body)).length, `${slug} in ${locale}`).toBeGreaterThan(100);
    }
    expect((await listTags(db, locale)).map(({ slug }) => slug).toSorted()).toEqual(
      [...new Set(writtenArticles.flatMap(({ tags }) => tags))].toSorted(),
    );
    const topics = await listFaq(db, locale);
    expect(topics.map(({ slug, entries }) => [slug, entries.map((entry) => entry.slug)])).toEqual(
      writtenTopics({ stores: true, software: true }).map(({ slug, entries }) => [
        slug,
        entries.map((entry) => entry.slug),
      ]),
    );
    const languages = topics.flatMap(({ entries }) => entries.map(({ language }) => language));
    expect([...new Set(languages)]).toEqual([locale]);
  }
});

test("the first pages are there in every language, one below the other, and every menu leads to something", async () => {
  await seed();
  const paths = await listPagePaths(db);
  expect(paths).toEqual([
    "guide",
    "guide/how-a-code-is-bought",
    "guide/no-number-now",
    "guide/refunds",
    "guide/renting",
    "guide/topping-up",
    "guide/your-account",
  ]);
  const known = new Set([
    ...paths.map((path) => `/${path}`),
    ...publicPages.map(({ path }) => path),
    "/docs",
  ]);
  for (const locale of locales) {
    for (const path of paths)
      expect((await findPage(db, locale, path))?.language, `${path} in ${locale}`).toBe(locale);
    const { header, footer, documents } = await readMenus(db, locale);
    const menus = [header, ...footer, documents];
    expect(menus.map((menu) => menu?.language)).toEqual([locale, locale, locale, locale]);
    const links = menus
      .flatMap((menu) => menu?.entries ?? [])
      .flatMap(({ href, children }) => [href, ...children.map((child) => child.href)]);
    expect(links.filter((href) => href !== null && !known.has(href))).toEqual([]);
    expect(links.length).toBeGreaterThan(15);
  }
});

test("every first text has a newest version, in which the desk looks for it", async () => {
  const without = await rows(
    owner,
    sql`select a.slug from cms.articles a where not exists (
          select from cms._articles_v v join cms._articles_v_locales l on l._parent_id = v.id
          where v.parent_id = a.id and v.latest and v.version_slug = a.slug and l.version_body is not null)
        union all
        select e.slug from cms.faq_entries e where not exists (
          select from cms._faq_entries_v v where v.parent_id = e.id and v.latest)
        union all
        select p.slug from cms.pages p where not exists (
          select from cms._pages_v v join cms._pages_v_locales l on l._parent_id = v.id
          where v.parent_id = p.id and v.latest and v.version_slug = p.slug and v.version_parent_id is not distinct from p.parent_id
            and l.version_body is not null)`,
  );
  expect(without).toEqual([]);
});

test("seeding again adds nothing and brings back nothing that editors removed", async () => {
  await seed();
  const all = await slugs();
  expect(all).toHaveLength(writtenArticles.length);
  await execute(owner, sql`delete from cms.articles where slug = 'one-code-or-a-rental'`);
  await seed();
  expect(await slugs()).toEqual(all.filter((slug) => slug !== "one-code-or-a-rental"));
});
