import { describe, expect, test } from "vitest";
import {
  inOrder,
  kindsOf,
  nextShown,
  readSearchQuery,
  type SearchGroup,
  searchHref,
  searchKinds,
  searchTabs,
} from "#features/content/site-search/site-search.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const group = (kind: SearchGroup["kind"], total: number, shown: number): SearchGroup => ({
  kind,
  total,
  hits: Array.from({ length: shown }, () => ({
    kind,
    title: "x",
    href: "/x",
    language: "en",
    icon: null,
    excerpt: null,
  })),
});

describe("the address of a search", () => {
  test("tells text, tab and how many hits are shown, and nothing that is usual", () => {
    expect(searchHref({ text: "" })).toBe("/search");
    expect(searchHref({ text: "a&b", tab: "all", shown: 20 })).toBe("/search?q=a%26b");
    expect(searchHref({ text: "短信", tab: "articles", shown: 40 })).toBe(
      "/search?q=%E7%9F%AD%E4%BF%A1&tab=articles&shown=40",
    );
  });

  test("is read back as it was written", () => {
    const query = { text: "how to pay?", tab: "faq", shown: 60 } as const;
    const given = Object.fromEntries(new URL(searchHref(query), "http://smsden.test").searchParams);
    expect(readSearchQuery(given)).toEqual(query);
  });

  test("with anything wrong in it is that of a search all the same", () => {
    const usual = { text: "", tab: "all", shown: 20 };
    expect(readSearchQuery({ tab: "constructor", shown: "-1" })).toEqual(usual);
    expect(readSearchQuery({ tab: "videos", shown: "1e9", q: "  " })).toEqual(usual);
    expect(readSearchQuery({ q: ["one", "two"], shown: "99999" })).toEqual({ ...usual, text: "one" });
    expect(readSearchQuery({ q: "x".repeat(500), shown: "9999" })).toEqual({
      ...usual,
      text: "x".repeat(100),
      shown: 100,
    });
  });
});

describe("what the search of the site finds", () => {
  test("is on one tab each and on the one for all, and has a name in every language", () => {
    expect(searchTabs).toEqual(["all", "services", "articles", "pages", "faq"]);
    expect(kindsOf("all")).toEqual(searchKinds);
    expect(kindsOf("services").map(({ kind }) => kind)).toEqual(["services", "countries"]);
    for (const locale of locales)
      for (const { kind } of searchKinds)
        expect(translateMessage(locale, `content.search.kinds.${kind}`)).not.toBe("");
  });

  test("is shown in one order, whatever was found first", () => {
    const groups = [group("faq", 1, 1), group("articles", 1, 1), group("services", 1, 1)];
    expect(inOrder(groups).map(({ kind }) => kind)).toEqual(["services", "articles", "faq"]);
  });

  test("is shown in steps, until all of it is there or as much as anybody reads", () => {
    expect(nextShown([group("articles", 45, 20)], 20)).toBe(40);
    expect(nextShown([group("articles", 20, 20)], 20)).toBeNull();
    expect(nextShown([group("articles", 500, 100)], 100)).toBeNull();
    expect(nextShown([group("services", 3, 3), group("countries", 30, 20)], 20)).toBe(40);
  });
});
