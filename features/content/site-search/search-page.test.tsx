import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { excerptOf } from "#features/content/site-search/excerpts.rules.ts";
import { SearchPage } from "#features/content/site-search/search-page.tsx";
import type {
  SearchGroup,
  SearchHit,
  SearchKind,
  SearchQuery,
  SearchResult,
} from "#features/content/site-search/site-search.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const nothing: SearchResult = { groups: [], isLoose: false, near: [] };
const hit = (kind: SearchKind, number: number, more: Partial<SearchHit> = {}): SearchHit => ({
  kind,
  title: `${kind} ${number}`,
  href: `/${kind}/${number}`,
  language: "en",
  icon: null,
  excerpt: null,
  ...more,
});
const group = (kind: SearchKind, shown: number, total = shown): SearchGroup => ({
  kind,
  total,
  hits: Array.from({ length: shown }, (_, at) => hit(kind, at)),
});

type Shown = [query: Partial<SearchQuery>, result: SearchResult | null];

const pageOf = (...[query, result]: Shown) => (
  <SearchPage query={{ text: "tele", tab: "all", shown: 20, ...query }} result={result} />
);
const show = (...[query, result, locale = "en"]: [...Shown, locale?: Locale]) =>
  renderIsland(pageOf(query, result), locale, messagesOf(locale));

const linkTo = (name: string | RegExp) => screen.getByRole("link", { name }).getAttribute("href");

describe("the page of the search", () => {
  test("asks for a word before there is one, and has a field that goes to its own address", () => {
    const { container } = show({ text: "" }, null, "ru");
    const form = screen.getByRole("search") as HTMLFormElement;
    expect([form.getAttribute("action"), form.method]).toEqual(["/ru/search", "get"]);
    expect(within(form).getByRole("searchbox").getAttribute("name")).toBe("q");
    expect(container.textContent).toContain(translateMessage("ru", "content.search.hint"));
    expect(screen.queryByRole("navigation")).toBeNull();
  });

  test("has a tab for each kind and for all, of which one is the current", () => {
    show({ tab: "articles" }, { ...nothing, groups: [group("articles", 1)] });
    const tabs = within(screen.getByRole("navigation", { name: "What to show" })).getAllByRole("link");
    expect(
      tabs.map((tab) => [tab.textContent, tab.getAttribute("href"), tab.getAttribute("aria-current")]),
    ).toEqual([
      ["All", "/search?q=tele", null],
      ["Services", "/search?q=tele&tab=services", null],
      ["Articles", "/search?q=tele&tab=articles", "page"],
      ["Pages", "/search?q=tele&tab=pages", null],
      ["Help", "/search?q=tele&tab=faq", null],
    ]);
    expect(screen.getByDisplayValue("articles").getAttribute("name")).toBe("tab");
  });

  test("says how many there are, and leads from the first hits of a kind to all of them", () => {
    show({}, { ...nothing, groups: [group("services", 5, 12), group("articles", 1)] });
    expect(screen.getByRole("status").textContent).toBe("13 results for “tele”");
    expect(linkTo("Show all 12 services")).toBe("/search?q=tele&tab=services");
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual([
      "Services",
      "Articles",
    ]);
    expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
  });

  test("shows more of a kind by the press of a link, until all of it is there", () => {
    const { unmount } = show({ tab: "faq" }, { ...nothing, groups: [group("faq", 20, 45)] });
    expect(linkTo("Show more")).toBe("/search?q=tele&tab=faq&shown=40");
    expect(screen.getByRole("status").textContent).toBe("45 results for “tele” · 20 are shown.");
    unmount();
    show({ tab: "faq", shown: 60 }, { ...nothing, groups: [group("faq", 45)] });
    expect(screen.queryByRole("link", { name: "Show more" })).toBeNull();
  });

  test("marks the words that were looked for, and the language of a text that is not translated", () => {
    const excerpt = [
      { text: "Codes of ", isMatch: false },
      { text: "Tele", isMatch: true },
    ];
    const groups = [{ kind: "articles", total: 1, hits: [hit("articles", 1, { excerpt })] } as const];
    const { container } = show({}, { ...nothing, groups }, "ru");
    expect(container.querySelector("mark")?.textContent).toBe("Tele");
    const item = container.querySelector("li[lang=en]");
    expect(item?.textContent).toContain("Codes of Tele");
    expect(item?.querySelector("p[lang=ru]")).not.toBeNull();
  });

  test("says so where nothing is found, and leads on: to what is called nearly so, to all kinds, to asking for a service or the support", () => {
    const { unmount } = show(
      {},
      { ...nothing, near: [hit("services", 1, { title: "Telegram", href: "/telegram" })] },
    );
    expect(screen.getByText("Nothing found for “tele”")).toBeTruthy();
    expect(
      within(screen.getByRole("region", { name: "Did you mean" }))
        .getByRole("link")
        .getAttribute("href"),
    ).toBe("/telegram");
    expect(linkTo("Request a service")).toBe("/services/request");
    unmount();
    show({ tab: "faq" }, nothing);
    expect(linkTo("Search everywhere")).toBe("/search?q=tele");
    expect(linkTo("Contact support")).toBe("/feedback");
  });

  test("says so where no text has all of the words", () => {
    show({}, { ...nothing, groups: [group("articles", 2)], isLoose: true });
    expect(screen.getByRole("status").textContent).toBe(
      "2 results for “tele” · No text has all of these words; these have some of them.",
    );
  });

  test("shows two hundred texts that would run a script as texts: typed, in titles and lines of hits, and called nearly so", () => {
    expectInert(
      (words) => {
        const excerpt = [true, false].map((isMatch) => ({ text: words, isMatch }));
        const hits = (kind: SearchKind) => [hit(kind, 1, { title: words, excerpt })];
        const groups = (["services", "articles"] as const).map((kind) => ({
          ...{ kind, total: 1 },
          hits: hits(kind),
        }));
        return sentMarkup(pageOf({ text: words }, { groups, isLoose: true, near: hits("pages") }));
      },
      (page, words) => {
        expect(page.querySelector("li h3")?.textContent).toBe(words);
        expect(page.querySelector("mark")?.textContent).toBe(words);
      },
    );
  });

  test("cuts the lines of a hit out of a text without making markup of it", () => {
    for (const payload of xssPayloads) {
      const excerpt = excerptOf(`${payload} `.repeat(12), "alert");
      const hits = [hit("articles", 1, { excerpt })];
      const { container, unmount } = show({}, { ...nothing, groups: [{ kind: "articles", total: 1, hits }] });
      const line = container.querySelector("li p");
      expect([...(line?.querySelectorAll("*") ?? [])].every(({ localName }) => localName === "mark")).toBe(
        true,
      );
      expect(line?.textContent).toBe(excerpt.map(({ text }) => text).join(""));
      unmount();
    }
  });

  test("says what was looked for as text where nothing is found, whatever it is", () => {
    const text = "<img src=x onerror=alert(1)>";
    const { container } = show({ text }, nothing);
    expect(container.querySelector("img")).toBeNull();
    expect(screen.getByText(`Nothing found for “${text}”`)).toBeTruthy();
  });

  test.each(locales)("has its words and links in %s", (locale) => {
    const prefix = locale === "en" ? "" : `/${locale}`;
    for (const total of [1, 2, 5, 21]) {
      const { container, unmount } = show(
        {},
        { ...nothing, groups: [group("services", 1, total + 1)] },
        locale,
      );
      expect(container.textContent).not.toMatch(/content\.search|\{/);
      for (const link of screen.getAllByRole("link"))
        expect(link.getAttribute("href")?.startsWith(`${prefix}/`)).toBe(true);
      unmount();
    }
  });
});
