import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenArticle, givenQuestion } from "#features/content/content.factory.ts";
import { plainText, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { searchSite } from "#features/content/site-search/site-search.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

const found = (
  locale: Locale,
  text: string,
  tab: "all" | "articles" | "faq" | "services" = "all",
  most = 20,
) => searchSite(db, { locale, text, tab, most });
/** Addresses of what has all of the words. */
async function hrefs(
  locale: Locale,
  text: string,
  tab: "all" | "articles" | "faq" = "articles",
): Promise<string[]> {
  const { groups, isLoose } = await found(locale, text, tab);
  return isLoose ? [] : groups.flatMap(({ hits }) => hits.map(({ href }) => href));
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenArticle(owner, {
    slug: "renting",
    texts: {
      en: {
        title: "Renting a number",
        body: ["A rental belongs to you alone for weeks.", "- Extend it whenever you like."],
      },
      ru: {
        title: "Аренда номеров",
        body: ["Арендованный номер принадлежит только вам, его можно продлевать."],
      },
      cn: { title: "租用号码", body: ["租用的号码归您一人使用，可以接收多条短信。"] },
      tr: { title: "Numara kiralama", body: ["Kiralık numaralar yalnızca sizindir."] },
      es: { title: "Alquilar un número", body: ["La activación y el alquiler de números."] },
      hi: { title: "नंबर किराये पर", body: ["किराये का नंबर सिर्फ़ आपका होता है।"] },
    },
    inMinutes: -30,
  });
  await givenArticle(owner, {
    slug: "english",
    texts: {
      en: { title: "Refunds", body: ["Money comes back when no code has come."] },
      ru: { title: "Возвраты", body: null },
    },
    inMinutes: -20,
  });
  await givenArticle(owner, {
    slug: "draft",
    texts: { en: { title: "Zeppelin", body: ["Not yet."] } },
    isDraft: true,
  });
  await givenArticle(owner, {
    slug: "later",
    texts: { en: { title: "Zeppelins", body: ["In an hour."] } },
    inMinutes: 60,
  });
  await givenQuestion(owner, {
    slug: "when",
    texts: { en: { title: "When do I pay?", body: ["When the first code has come."] } },
  });
});

describe("a text is found", () => {
  test.each<[Locale, string, string]>([
    ["en", "by its words in any order", "number renting"],
    ["en", "by another form of a word", "rented numbers"],
    ["en", "by a word that is still being typed", "rent"],
    ["en", "by one letter", "r"],
    ["en", "by a word of a list", "extended"],
    ["en", "in capitals, with signs around", " «RENTAL», (weeks)! "],
    ["en", "in full-width letters", "ｒｅｎｔａｌ"],
    ["ru", "by another form of a word", "арендой номера"],
    ["ru", "by a word that is still being typed", "принадлеж"],
    ["ru", "by stop words and a word", "только для номера"],
    ["tr", "by another form of a word", "numaralarım kiralık"],
    ["tr", "in letters without dots and tails", "yalnizca"],
    ["es", "without its accents", "activacion numeros"],
    ["es", "by another form of a word", "activaciones"],
    ["hi", "by another form of a word", "किरायों नंबरों"],
    ["cn", "by two signs", "短信"],
    ["cn", "by one sign", "租"],
    ["cn", "by the last sign of a row", "信"],
    ["cn", "by more signs that stand in a row", "接收多条"],
  ])("a reader in %s finds it %s", async (locale, _, text) => {
    expect(await hrefs(locale, text)).toContain("/blog/renting");
  });

  test.each<[Locale, string]>([
    ["cn", "信短"],
    ["cn", "收号"],
    ["en", "rental moon"],
    ["en", "ental"],
  ])("a reader in %s finds nothing by %s", async (locale, text) => {
    expect(await hrefs(locale, text)).toEqual([]);
  });

  test("in the language that the reader has, and in English where it is shown so", async () => {
    expect(await hrefs("ru", "аренда")).toEqual(["/blog/renting"]);
    expect(await hrefs("ru", "rental")).toEqual([]);
    expect(await hrefs("en", "аренда")).toEqual([]);
    expect(await hrefs("ru", "refund")).toEqual(["/blog/english"]);
    expect(await hrefs("ru", "возвраты")).toEqual([]);
    const { groups } = await found("ru", "refund", "articles");
    expect(groups[0]?.hits[0]).toMatchObject({ language: "en", title: "Refunds" });
  });

  test("neither as a draft nor before its time, and then it is", async () => {
    expect(await hrefs("en", "zeppelin")).toEqual([]);
    await moveClock(owner, "61 minutes");
    expect(await hrefs("en", "zeppelin")).toEqual(["/blog/later"]);
  });

  test("with an excerpt that marks the words", async () => {
    const { groups } = await found("en", "weeks", "articles");
    expect(groups[0]?.hits[0]?.excerpt).toContainEqual({ text: "weeks", isMatch: true });
  });

  test("whatever signs are typed, none of which is a part of the question", async () => {
    for (const text of [
      "'",
      "a & ! | (",
      "\\",
      "rent:* & ",
      "😀",
      "a\u0000b",
      "%",
      "''' OR 1=1 --",
      "\u200b",
      "<->",
      ":*",
    ])
      expect((await found("en", text)).groups, text).toBeInstanceOf(Array);
  });
});

describe("the order of what is found", () => {
  test("is services, countries, articles, answers, as many of each as are wanted, with the count of all", async () => {
    const { groups } = await found("en", "w", "all", 2);
    expect(groups.map(({ kind }) => kind)).toEqual(["services", "countries", "articles", "faq"]);
    for (const { hits, total } of groups) expect(hits.length).toBe(Math.min(2, total));
    expect(groups[0]?.total).toBeGreaterThan(2);
  });

  test("begins with texts that have the words in their title", async () => {
    await givenArticle(owner, {
      slug: "aside",
      texts: { en: { title: "Something else", body: ["Refund refund refund refund."] } },
    });
    expect(await hrefs("en", "refund")).toEqual(["/blog/english", "/blog/aside"]);
  });
});

describe("where nothing has all of the words", () => {
  test("texts with some of them are shown as such", async () => {
    const result = await found("en", "rental unicorn");
    expect(result.isLoose).toBe(true);
    expect(result.groups.flatMap(({ hits }) => hits.map(({ href }) => href))).toContain("/blog/renting");
  });

  test("services and titles that are called nearly so are named", async () => {
    expect((await found("en", "telegarm")).near.map(({ href }) => href)).toContain("/telegram");
    expect((await found("en", "refnuds")).near.map(({ href }) => href)).toContain("/blog/english");
    expect((await found("ru", "оренда")).near.map(({ href }) => href)).toContain("/blog/renting");
    expect((await found("en", "zzqqxx")).near).toEqual([]);
  });
});

describe("the database keeps the search", () => {
  const count = async () =>
    (
      await one<{ count: number }>(
        owner,
        sql`select count(*)::int as count from content_search_texts where kind = 'articles'`,
      )
    ).count;

  test("in the transaction of the edit: what is taken back is not in it", async () => {
    const before = await count();
    await expect(
      withTransaction(owner, async (tx) => {
        await execute(tx, sql`update cms.articles set _status = 'draft' where slug = 'renting'`);
        const { left } = await one<{ left: number }>(
          tx,
          sql`select count(*)::int as left from content_search_texts where slug = 'renting'`,
        );
        expect(left).toBe(0);
        throw new Error("taken back");
      }),
    ).rejects.toThrow("taken back");
    expect(await count()).toBe(before);
  });

  test("an article that gets its text in a language, or loses it, is found so", async () => {
    const { id } = await one<{ id: number }>(owner, sql`select id from cms.articles where slug = 'english'`);
    await execute(
      owner,
      sql`update cms.articles_locales set body = (select body from cms.articles_locales where _parent_id = ${id} and _locale = 'en')
          where _parent_id = ${id} and _locale = 'ru'`,
    );
    expect(await hrefs("ru", "возврат")).toEqual(["/blog/english"]);
    expect(await hrefs("hi", "refund")).toContain("/blog/english");
    await execute(owner, sql`delete from cms.articles_locales where _parent_id = ${id} and _locale = 'ru'`);
    expect(await hrefs("ru", "возврат")).toEqual([]);
    expect(await hrefs("ru", "refund")).toContain("/blog/english");
  });

  test("a question is found at its place on the help page, until it is deleted", async () => {
    expect(await hrefs("en", "pay", "faq")).toEqual(["/faq#when"]);
    await execute(owner, sql`delete from cms.faq_entries where slug = 'when'`);
    expect(await hrefs("en", "pay", "faq")).toEqual([]);
  });

  test("with the words that the site shows of a document, and no others", async () => {
    const document = {
      root: {
        children: [
          {
            type: "paragraph",
            children: [
              { type: "text", text: "One wo" },
              { type: "text", text: "rd," },
              { type: "linebreak" },
              { type: "text", text: "next" },
            ],
          },
          {
            type: "heading",
            tag: "h2",
            children: [
              {
                type: "link",
                fields: { url: "/x", text: "hidden" },
                children: [{ type: "text", text: "linked" }],
              },
            ],
          },
          {
            type: "list",
            listType: "bullet",
            children: [
              {
                type: "listitem",
                children: [
                  { type: "text", text: "outer" },
                  {
                    type: "list",
                    children: [{ type: "listitem", children: [{ type: "text", text: "inner" }] }],
                  },
                ],
              },
            ],
          },
          {
            type: "quote",
            children: [
              { type: "text", text: "said" },
              { type: "tab", text: "\t" },
              { type: "text", text: "so" },
            ],
          },
          { type: "horizontalrule" },
          { type: "upload", text: "not shown" },
        ],
      },
    };
    const { text } = await one<{ text: string }>(
      owner,
      sql`select content_plain_text(${JSON.stringify(document)}::jsonb) as text`,
    );
    expect(text).toBe("One word, next linked outer inner said so");
    expect(plainText(readRichText(document))).toBe(text);
    for (const broken of [
      "null",
      "{}",
      '{"root": 1}',
      '{"root": {"children": [null, 1, "x", [], {"type": "paragraph"}]}}',
    ])
      expect(
        (await one<{ text: string }>(owner, sql`select content_plain_text(${broken}::jsonb) as text`)).text,
      ).toBe("");
  });

  test("a very long text is taken in as far as it fits", async () => {
    const words = Array.from({ length: 60_000 }, (_, at) => `word${at}`).join(" ");
    await givenArticle(owner, {
      slug: "long",
      texts: {
        en: { title: "Endless", body: [words] },
        cn: { title: "长", body: [words.replaceAll("word", "一二三四五六七八九十")] },
      },
    });
    expect(await hrefs("en", "word7")).toContain("/blog/long");
  });
});
