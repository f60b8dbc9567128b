import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { listSimilarArticles } from "#features/content/blog/blog.reads.ts";
import { similarCount } from "#features/content/blog/blog.rules.ts";
import { givenArticle } from "#features/content/content.factory.ts";
import { execute } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const ids: Record<string, number> = {};
const similarTo = async (slug: string, locale: Locale = "en") =>
  listSimilarArticles(db, locale, { id: ids[slug] ?? 0 });
const slugsLike = async (slug: string, locale?: Locale) =>
  (await similarTo(slug, locale)).map((article) => article.slug);

type Texts = Parameters<typeof givenArticle>[1]["texts"];

async function given(slug: string, texts: Texts, inMinutes = -10): Promise<void> {
  ids[slug] = await givenArticle(owner, { slug, texts, inMinutes });
}

const english = (title: string, ...body: string[]): Texts => ({ en: { title, body } });

beforeAll(async () => {
  await given("rental", {
    en: { title: "Renting a number", body: ["A rental lasts for weeks, and can be extended."] },
    ru: { title: "Аренда номера", body: ["Аренда длится недели, её можно продлить."] },
  });
  await given("extending", {
    en: { title: "Extending rentals", body: ["Extended rentals keep their number for more weeks."] },
    ru: { title: "Продление аренды", body: ["Аренду продлевают на недели."] },
  });
  await given("prices", english("Prices of numbers", "A number has a price."));
  await given("weather", english("Weather", "It rains and it is what it is for the most of us."));
  await given("later", english("Renting later", "A rental that nobody sees yet."), 60);
});

describe("articles that are similar to one", () => {
  it("share words with it in whatever form, those with most of them first, and itself is none of them", async () => {
    expect(await slugsLike("rental")).toEqual(["extending", "prices"]);
  });

  it("are none where nothing but the small words of a language is shared", async () => {
    expect(await slugsLike("weather")).toEqual([]);
  });

  it("are told in the reader's language, or in English, by which they are found then", async () => {
    const found = await similarTo("rental", "ru");
    expect(found.map(({ slug, language, title }) => [slug, language, title])).toEqual([
      ["extending", "ru", "Продление аренды"],
      ["prices", "en", "Prices of numbers"],
    ]);
  });

  it("are found in Chinese by signs that stand side by side", async () => {
    for (const slug of ["cn-one", "cn-two"])
      await given(slug, {
        en: { title: slug, body: ["x"] },
        cn: { title: "租用号码", body: ["租用的号码可以接收短信。"] },
      });
    expect(await slugsLike("cn-one", "cn")).toEqual(["cn-two"]);
    await execute(owner, sql`update cms.articles set _status = 'draft' where slug like 'cn-%'`);
  });

  it("come when their time has come, and go when they are taken back", async () => {
    expect(await slugsLike("rental")).not.toContain("later");
    await moveClock(owner, "61 minutes");
    expect(await slugsLike("rental")).toContain("later");
    await execute(owner, sql`update cms.articles set _status = 'draft' where slug = 'later'`);
    expect(await slugsLike("rental")).not.toContain("later");
  });

  it("are a few, however many there are", async () => {
    for (let number = 0; number <= similarCount; number += 1)
      await given(`more-${number}`, english("Renting more", "A rental of weeks."));
    expect(await slugsLike("rental")).toHaveLength(similarCount);
  });

  it("are none of an article that is not published", async () => {
    ids.draft = await givenArticle(owner, {
      slug: "draft",
      texts: english("Renting", "A rental."),
      isDraft: true,
    });
    expect(await slugsLike("draft")).toEqual([]);
  });
});
