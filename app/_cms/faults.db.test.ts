import { expect, it } from "vitest";
import { EDITOR, useDesk, words } from "#app/_cms/desk.factory.ts";
import {
  findArticle,
  listArticles,
  listTags,
  listWrittenArticles,
} from "#features/content/blog/blog.reads.ts";
import { listFaq } from "#features/content/faq/faq.reads.ts";
import { readMenus } from "#features/content/menus/menus.reads.ts";
import { findPage, listWrittenPages } from "#features/content/pages/pages.reads.ts";
import { readRedirects } from "#features/content/redirects/redirects.reads.ts";
import { findTexts } from "#features/content/site-search/site-search.reads.ts";
import { noMenus } from "#features/site/menus.rules.ts";
import { CMS_ROLE } from "#lib/db/app-role.ts";
import { execute } from "#lib/db/query.ts";

const { asEditor, db, owner, save, told } = await useDesk();
const unused = { seen: await readSite(), told: await told() };

const published = { _status: "published" };
const tag = await save(null, "en", { name: "Help", slug: "help" }, "tags");
const topic = await save(null, "en", { name: "Codes", slug: "codes" }, "faq-topics");
const article = await save(null, "en", {
  ...{ slug: "kept", title: "Kept", body: words("Halibut."), tags: [tag] },
  ...published,
});
await save(article, "ru", { title: "Сохранена", body: words("Палтус."), ...published });
await save(null, "en", { slug: "guide", title: "Guide", body: words("How."), ...published }, "pages");
const question = { slug: "when", question: "When?", answer: words("At once."), topic };
await save(null, "en", { ...question, ...published }, "faq-entries");
await save(null, "en", { title: "Top", entries: [{ label: "Guide", href: "/guide" }] }, "menus");
await save(null, "en", { from: "/blog/old", to: "/blog/kept" }, "redirects");

/** What the site's pages read of the editors' texts, each kind of them. */
async function readSite() {
  return {
    article: await findArticle(db, "en", "kept"),
    translated: await findArticle(db, "ru", "kept"),
    blog: await listArticles(db, "en", { page: 1, tag: "help" }),
    tags: await listTags(db, "en"),
    page: await findPage(db, "en", "guide"),
    faq: await listFaq(db, "ru"),
    menus: await readMenus(db, "en"),
    redirects: await readRedirects(db),
    hits: await findTexts(db, { locale: "ru", text: "палтус" }, ["articles"], { most: 5, isAny: false }),
    sitemap: [await listWrittenArticles(db), await listWrittenPages(db)],
  };
}

it("a desk that nobody has written in gives the site's pages nothing, and makes none of them anew", () => {
  const nothing = {
    article: null,
    translated: null,
    tags: [],
    page: null,
    faq: [],
    hits: [],
    sitemap: [[], []],
  };
  expect(unused.seen).toEqual({
    ...nothing,
    ...{ blog: { articles: [], isMore: false }, menus: noMenus, redirects: new Map() },
  });
  expect(unused.told).toEqual([]);
});

it.each([
  [
    "whose role may no longer come to its tables",
    `revoke usage on schema cms from ${CMS_ROLE}`,
    `grant usage on schema cms to ${CMS_ROLE}`,
  ],
  [
    "whose tables are a version behind",
    "alter table cms._articles_v rename column version_edited_by_id to version_written_by_id",
    "alter table cms._articles_v rename column version_written_by_id to version_edited_by_id",
  ],
])(
  "the site shows what was published beside a desk %s, where nothing is kept until it works again by itself",
  async (_desk, breakIt, mendIt) => {
    const edit = { title: "Changed", body: words("Changed."), ...published };
    const before = await readSite();
    expect(before).toMatchObject({ article: { tags: [{ name: "Help" }] }, hits: [{ slug: "kept" }] });
    await told();
    await execute(owner, { text: breakIt, values: [] });
    await expect(save(article, "en", edit)).rejects.toThrow();
    await expect(save(null, "en", { slug: "new", ...edit })).rejects.toThrow();
    expect(await readSite()).toEqual(before);
    expect(await told()).toEqual([]);

    await execute(owner, { text: mendIt, values: [] });
    expect((await asEditor())?.id).toBe(EDITOR);
    await save(article, "en", edit);
    expect(await findArticle(db, "en", "kept")).toMatchObject({ title: "Changed" });
    expect(await told()).toEqual(["content:articles"]);
  },
);
