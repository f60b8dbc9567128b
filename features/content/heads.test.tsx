import { describe, expect, test, vi } from "vitest";
import { articleMetadata } from "#features/content/blog/blog.loaders.ts";
import type { Article } from "#features/content/blog/blog.rules.ts";
import { editorsPageMetadata } from "#features/content/pages/pages.loaders.ts";
import type { EditorsPage } from "#features/content/pages/pages.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

vi.mock("server-only", () => ({}));
// Heads of the editors' texts have no words of the product.
vi.mock("next-intl/server", () => ({}));

const written = {
  language: "ru",
  title: "Аренда",
  summary: "Коротко",
  body: null,
  searchTitle: null,
  searchDescription: null,
} as const;
const article: Article = {
  ...written,
  id: 1,
  slug: "rent",
  publishedAt: new Date("2026-11-20T10:00:00Z"),
  updatedAt: new Date("2026-11-21T10:00:00Z"),
  tags: [],
  pictures: [],
  cover: null,
};
const page: EditorsPage = { ...written, path: "guide/rent", pictures: [], above: [], below: [] };

type Written = Pick<Article, "language" | "summary" | "searchTitle" | "searchDescription">;

describe.each([
  {
    kind: "an article",
    address: "/blog/rent",
    headOf: (more: Partial<Written> = {}) => articleMetadata("ru", { ...article, ...more }),
  },
  {
    kind: "a page of the editors",
    address: "/guide/rent",
    headOf: (more: Partial<Written> = {}) => editorsPageMetadata("ru", { ...page, ...more }),
  },
])("the head of $kind in its page", ({ address, headOf }) => {
  test("names its own address where it is translated, and no other languages", () => {
    const head = headOf();
    expect(head.alternates).toEqual({ canonical: `/ru${address}` });
    expect(head.openGraph).toMatchObject({ url: `/ru${address}` });
  });

  test("names the English address where it is shown in English", () => {
    const head = headOf({ language: "en" });
    expect(head.alternates).toEqual({ canonical: address });
    expect(head.openGraph).toMatchObject({ url: address });
  });

  test("has the words that are meant for search engines, or else title and summary, or the title alone", () => {
    const own = { searchTitle: "Номер на месяц", searchDescription: "Всё об аренде" };
    const cases = [
      { head: headOf(own), title: own.searchTitle, description: own.searchDescription },
      { head: headOf(), title: "Аренда", description: "Коротко" },
      { head: headOf({ summary: null }), title: "Аренда", description: "Аренда" },
    ];
    for (const { head, ...words } of cases) {
      expect(head).toMatchObject(words);
      expect(head.openGraph).toMatchObject(words);
    }
  });

  test("takes two hundred texts that would run a script as words alone, for search engines and for shared links", () => {
    const { openGraph, ...usual } = headOf();
    for (const words of xssPayloads)
      expect(headOf({ summary: words, searchTitle: words, searchDescription: words })).toEqual({
        ...{ ...usual, title: words, description: words },
        openGraph: { ...openGraph, title: words, description: words },
      });
  });
});

test("the head of an article says when it was published and last changed", () => {
  expect(articleMetadata("ru", article).openGraph).toMatchObject({
    type: "article",
    publishedTime: "2026-11-20T10:00:00.000Z",
    modifiedTime: "2026-11-21T10:00:00.000Z",
  });
});
