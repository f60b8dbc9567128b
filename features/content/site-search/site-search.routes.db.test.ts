import { beforeAll, describe, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenArticle } from "#features/content/content.factory.ts";
import { searchSiteEndpoint } from "#features/content/site-search/site-search.contract.ts";
import { siteSearchRoutes } from "#features/content/site-search/site-search.routes.ts";
import { hitsShown } from "#features/content/site-search/site-search.rules.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { guest } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, siteSearchRoutes, async () => guest);
const ask = async (q: string, locale = "en") => {
  const answer = await api.call("GET", `/api/search?${new URLSearchParams({ q })}`, { locale });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return searchSiteEndpoint.response.parse(answer.body);
};

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await givenArticle(owner, {
    slug: "telegram-codes",
    texts: { en: { title: "Codes of Telegram", body: ["How they come."] } },
  });
});

describe("GET /search", () => {
  test("answers the first hits of each kind with its name and its count, in the reader's language", async () => {
    const { groups, near, isLoose } = await ask("телеграм", "ru");
    expect([near, isLoose]).toEqual([[], false]);
    expect(groups[0]).toMatchObject({ kind: "services", title: "Сервисы" });
    expect(groups[0]?.hits).toContainEqual({ title: "Telegram", href: "/telegram", lang: "ru" });
    const english = await ask("telegram", "ru");
    expect(english.groups.at(-1)).toMatchObject({
      kind: "articles",
      title: "Статьи",
      total: 1,
      hits: [{ title: "Codes of Telegram", href: "/blog/telegram-codes", lang: "en" }],
    });
    for (const { hits, total } of english.groups) {
      expect(hits.length).toBe(Math.min(total, hitsShown.inWindow));
    }
  });

  test("finds by one letter, and countries in any language", async () => {
    expect((await ask("t")).groups.length).toBeGreaterThan(1);
    expect((await ask("indonesia", "cn")).groups.flatMap(({ hits }) => hits)).toContainEqual({
      title: "印度尼西亚",
      href: "/countries/indonesia",
      lang: "zh-CN",
    });
  });

  test("names what is called nearly so where it finds nothing", async () => {
    expect((await ask("telegarm")).near.map(({ title }) => title)).toContain("Telegram");
    expect(await ask("zzqqxxvv")).toEqual({ groups: [], isLoose: false, near: [] });
  });

  test.each(["", "   ", "x".repeat(101)])(
    "refuses a text without a character or with too many (%j)",
    async (q) => {
      expect((await api.call("GET", `/api/search?${new URLSearchParams({ q })}`)).status).toBe(400);
    },
  );

  test("names no country that nothing may be sold of", async () => {
    const { groups, near } = await ask("Russia");
    expect([...groups.flatMap(({ hits }) => hits), ...near].map(({ title }) => title)).not.toContain(
      "Russia",
    );
  });
});
