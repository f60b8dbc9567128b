import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import {
  findArticle,
  findArticleId,
  isArticle,
  listArticlePlaces,
  listArticles,
  listRecentArticles,
  listTags,
  listWrittenArticles,
} from "#features/content/blog/blog.reads.ts";
import { articlesPerPage, type BlogQuery } from "#features/content/blog/blog.rules.ts";
import { givenArticle, givenPicture } from "#features/content/content.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const all: BlogQuery = { page: 1, tag: null };
const slugsOf = async (query = all) => (await listArticles(db, "en", query)).articles.map(({ slug }) => slug);

beforeAll(async () => {
  await givenArticle(owner, {
    slug: "both",
    texts: { en: { title: "Both", body: ["In English."] }, ru: { title: "Оба", body: ["По-русски."] } },
    inMinutes: -20,
  });
  await givenArticle(owner, {
    slug: "half",
    texts: { en: { title: "Half", body: ["In English."] }, ru: { title: "Половина", body: null } },
    inMinutes: -10,
  });
  await givenArticle(owner, {
    slug: "draft",
    texts: { en: { title: "Draft", body: ["Not yet."] } },
    isDraft: true,
  });
  await givenArticle(owner, {
    slug: "later",
    texts: { en: { title: "Later", body: ["In an hour."] } },
    inMinutes: 60,
  });
});

describe("what the site reads of the desk", () => {
  it("shows what is published, newest first, and neither drafts nor what comes later", async () => {
    expect(await slugsOf()).toEqual(["half", "both"]);
    for (const slug of ["draft", "later", "none"]) {
      expect(await isArticle(db, slug)).toBe(false);
      expect(await findArticle(db, "en", slug)).toBeNull();
    }
    expect(await isArticle(db, "both")).toBe(true);
    expect((await listRecentArticles(db, "en", [{ slug: "half" }])).map(({ slug }) => slug)).toEqual([
      "both",
    ]);
  });

  it("tells an article in the reader's language, or whole in English where that is not all there", async () => {
    expect(await findArticle(db, "ru", "both")).toMatchObject({ language: "ru", title: "Оба" });
    expect(await findArticle(db, "ru", "half")).toMatchObject({ language: "en", title: "Half" });
    expect(await findArticle(db, "hi", "both")).toMatchObject({ language: "en", title: "Both" });
    const { articles } = await listArticles(db, "ru", all);
    expect(articles.map(({ language, title }) => [language, title])).toEqual([
      ["en", "Half"],
      ["ru", "Оба"],
    ]);
  });

  it("names the languages that an article has all of, newest first", async () => {
    expect(await listWrittenArticles(db)).toEqual([
      { slug: "half", languages: ["en"] },
      { slug: "both", languages: ["en", "ru"] },
    ]);
  });

  it("names tags in the reader's language, or in English", async () => {
    const tag = await one<{ id: number }>(
      owner,
      sql`insert into cms.tags (slug) values ('news') returning id`,
    );
    const both = await one<{ id: number }>(owner, sql`select id from cms.articles where slug = 'both'`);
    await execute(
      owner,
      sql`insert into cms.tags_locales (name, _locale, _parent_id) values ('News', 'en', ${tag.id}), ('Новости', 'ru', ${tag.id})`,
    );
    await execute(
      owner,
      sql`insert into cms.articles_rels ("order", parent_id, path, tags_id) values (1, ${both.id}, 'tags', ${tag.id})`,
    );
    expect(await listTags(db, "ru")).toEqual([{ slug: "news", name: "Новости" }]);
    expect((await findArticle(db, "es", "both"))?.tags).toEqual([{ slug: "news", name: "News" }]);
    expect(await slugsOf({ page: 1, tag: "news" })).toEqual(["both"]);
    expect(await slugsOf({ page: 1, tag: "none" })).toEqual([]);
  });

  it("has its cover and the pictures of its text, told in its own language or in English", async () => {
    const alt = { en: "A lake", ru: "Озеро" };
    const lake = await givenPicture(owner, { name: `${"a".repeat(64)}.webp`, alt });
    const map = await givenPicture(owner, { name: `${"b".repeat(64)}.webp`, alt: { en: "A map", ru: "" } });
    const body = JSON.stringify({
      root: { children: [{ type: "upload", relationTo: "media", value: map }] },
    });
    const { id } = await one<{ id: number }>(owner, sql`select id from cms.articles where slug = 'both'`);
    await execute(owner, sql`update cms.articles set cover_id = ${lake} where id = ${id}`);
    await execute(owner, sql`update cms.articles_locales set body = ${body}::jsonb where _parent_id = ${id}`);
    const russian = await findArticle(db, "ru", "both");
    expect(russian?.cover).toMatchObject({ id: lake, alt: "Озеро", language: "ru", width: 800 });
    expect(russian?.pictures).toContainEqual({
      ...{ id: map, name: `${"b".repeat(64)}.webp`, width: 800, height: 600 },
      ...{ alt: "A map", language: "en" },
    });
    expect((await findArticle(db, "tr", "both"))?.cover).toMatchObject({ alt: "A lake", language: "en" });
    await execute(owner, sql`delete from cms.media where id = ${lake}`);
    expect((await findArticle(db, "ru", "both"))?.cover).toBeNull();
  });

  it("shows what is published for later when its time has come", async () => {
    await moveClock(owner, "61 minutes");
    expect((await slugsOf())[0]).toBe("later");
  });

  it("turns pages of the list, and says whether one follows", async () => {
    for (let number = 1; number < articlesPerPage; number += 1)
      await givenArticle(owner, { slug: `more-${number}`, texts: { en: { title: "More", body: ["x"] } } });
    const [first, second] = [
      await listArticles(db, "en", all),
      await listArticles(db, "en", { ...all, page: 2 }),
    ];
    expect([first.articles.length, first.isMore]).toEqual([articlesPerPage, true]);
    expect([second.articles.map(({ slug }) => slug), second.isMore]).toEqual([["half", "both"], false]);
  });
});

it("a published article is found by its address, and its place by its id", async () => {
  const id = await findArticleId(db, "both");
  const draft = await givenArticle(owner, {
    ...{ slug: "unseen", isDraft: true },
    texts: { en: { title: "Unseen", body: ["x"] } },
  });
  expect(await findArticleId(db, "unseen")).toBeNull();
  expect(await listArticlePlaces(db, [id ?? 0, draft, id ?? 0])).toEqual([
    { id, slug: "both", title: "Both" },
  ]);
});

describe("the walls around the desk's tables", () => {
  it("let the site read the views alone, and write nowhere", async () => {
    for (const statement of [
      "select from cms.articles",
      "select from cms._articles_v",
      "select from cms.media",
      "insert into cms.tags (slug) values ('x')",
      "delete from content_articles",
      "update content_faq set question = 'x'",
    ])
      await expect(db.query({ text: statement, values: [] }), statement).rejects.toThrow(
        /permission denied|cannot (?:delete|update)/,
      );
  });
});
