import { fireEvent, screen, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { ArticlePage } from "#features/content/blog/article-page.tsx";
import type { Article } from "#features/content/blog/blog.rules.ts";
import { BlogPage } from "#features/content/blog/blog-page.tsx";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import type { Picture } from "#features/content/media/pictures.rules.ts";
import { readSearchQuery } from "#features/content/site-search/site-search.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const publicUrl = "https://smsden.test";
const article: Article = {
  id: 1,
  slug: "first",
  language: "en",
  title: ["First", ...xssPayloads].join(" "),
  summary: "In short",
  publishedAt: new Date("2026-11-20T10:00:00Z"),
  updatedAt: new Date("2026-11-21T10:00:00Z"),
  body: richTextOf(["## One", "Text.", "## Two", "## Three"]),
  pictures: [],
  cover: null,
  searchTitle: null,
  searchDescription: null,
  tags: [{ slug: "news", name: "News" }],
};

function show(page: ReactElement, locale: Locale = "en") {
  return renderIsland(page, locale, messagesOf(locale));
}

describe("the page of an article", () => {
  const page = (
    <ArticlePage
      article={article}
      similar={[{ ...article, slug: "a" }]}
      recent={[{ ...article, slug: "b" }]}
      publisher="Den"
      publicUrl={publicUrl}
    />
  );

  test("leads on to articles about the same and to the newest, each under its own heading, or to none", () => {
    const { unmount } = show(page);
    const hrefsIn = (name: string) =>
      within(screen.getByRole("region", { name }))
        .getAllByRole("link")
        .map((link) => link.getAttribute("href"));
    expect(hrefsIn("Similar articles")).toEqual(["/blog/a"]);
    expect(hrefsIn("Read on")).toEqual(["/blog/b"]);
    unmount();
    show(<ArticlePage article={article} similar={[]} recent={[]} publisher="Den" publicUrl={publicUrl} />);
    expect(screen.queryAllByRole("region")).toEqual([]);
  });

  test("names its language, and in another one says that it is not translated", () => {
    const { container } = show(page, "ru");
    expect(container.querySelector("article")?.lang).toBe("en");
    expect(screen.getByText("Эту статью ещё не перевели, поэтому она на английском.")).toBeTruthy();
  });

  test("says how long reading takes, counted from its words", () => {
    const { unmount } = show(page);
    screen.getByText(/1 minute to read/);
    unmount();
    const long = { ...article, body: richTextOf([Array(700).fill("word").join(" ")]) };
    show(<ArticlePage article={long} similar={[]} recent={[]} publisher="Den" publicUrl={publicUrl} />);
    screen.getByText(/[3-5] minutes to read/);
  });

  test("has one first heading, a table of contents that leads to its parts, and its tags", () => {
    show(page);
    expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
    const contents = screen.getByRole("navigation", { name: "Contents" });
    for (const link of within(contents).getAllByRole("link")) {
      const id = decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "");
      expect(document.getElementById(id)?.textContent).toBe(link.textContent);
    }
    expect(screen.getByRole("link", { name: "News" }).getAttribute("href")).toBe("/blog?tag=news");
  });

  test("is shared by plain links to the address that counts, which no other site learns of before", () => {
    const { container } = show(page, "ru");
    const links = within(screen.getByRole("list", { name: "Поделиться статьёй" })).getAllByRole("link");
    expect(links).toHaveLength(7);
    for (const link of links) {
      expect(decodeURIComponent(link.getAttribute("href") ?? "")).toContain(`${publicUrl}/blog/first`);
      expect(link.textContent).not.toBe("");
    }
    expect(container.querySelectorAll("script[src], iframe, img")).toHaveLength(0);
  });

  test("is not shared while it is a draft, whose address shows nothing yet", () => {
    show(
      <ArticlePage
        article={article}
        similar={[]}
        recent={[]}
        publisher="Den"
        publicUrl={publicUrl}
        isDraft
      />,
    );
    expect(screen.queryByRole("list", { name: "Share this article" })).toBeNull();
  });

  test("shows its cover at once and the pictures of its text when one comes to them, each with its words, and tells search engines the cover", () => {
    const picture = (id: number, alt: string): Picture => ({
      ...{ id, name: `${String(id).repeat(64)}.webp`, width: 1200, height: 800 },
      ...{ alt, language: "en" },
    });
    const body = { root: { children: [{ type: "upload", relationTo: "media", value: 2 }] } };
    const pictures = [picture(1, 'A "lake" <b>'), picture(2, "A map")];
    const illustrated = { ...article, body, pictures, cover: pictures[0] ?? null };
    show(
      <ArticlePage article={illustrated} similar={[]} recent={[]} publisher="Den" publicUrl={publicUrl} />,
      "ru",
    );
    const cover = screen.getByRole("img", { name: 'A "lake" <b>' });
    expect(cover.getAttribute("loading")).toBeNull();
    const map = screen.getByRole("img", { name: "A map" });
    expect(["loading", "width", "height", "lang", "src"].map((name) => map.getAttribute(name))).toEqual([
      ...["lazy", "1200", "800", "en"],
      `/api/storage/image/${"2".repeat(64)}.webp`,
    ]);
    expect(map.getAttribute("srcset")).toContain(`${"2".repeat(64)}-480.webp 480w`);
    const { image } = JSON.parse(document.querySelector("script")?.textContent ?? "");
    expect(image).toBe(`${publicUrl}/api/storage/image/${"1".repeat(64)}.webp`);
  });

  test("tells search engines its facts, whatever its title holds", () => {
    const { container } = show(page);
    const scripts = container.querySelectorAll("script");
    expect(scripts).toHaveLength(1);
    const facts = JSON.parse(scripts[0]?.textContent ?? "");
    expect([facts["@type"], facts.headline, facts.inLanguage]).toEqual(["Article", article.title, "en"]);
    expect([facts.mainEntityOfPage, facts.image]).toEqual([`${publicUrl}/blog/first`, undefined]);
  });
});

describe.each(locales)("the list of articles in %s", (locale) => {
  test("leads to articles, tags, feeds and the pages beside it in the reader's language", () => {
    const list = { articles: [article], isMore: true, tags: article.tags };
    show(<BlogPage list={list} query={{ page: 2, tag: "news" }} />, locale);
    const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
    const prefix = locale === "en" ? "" : `/${locale}`;
    expect(hrefs).toEqual(
      [
        "/blog",
        "/blog?tag=news",
        "/blog/first",
        "/blog?tag=news",
        "/blog?page=3&tag=news",
        "/blog/feed.xml",
        "/blog/atom.xml",
      ].map((path) => prefix + path),
    );
  });

  test("has a field that leads to what the search of the site finds among articles", () => {
    show(
      <BlogPage list={{ articles: [article], isMore: false, tags: [] }} query={{ page: 1, tag: null }} />,
      locale,
    );
    const form = screen.getByRole("search") as HTMLFormElement;
    const words = within(form).getByRole("searchbox", {
      name: translateMessage(locale, "content.blog.search"),
    });
    fireEvent.change(words, { target: { value: "codes" } });
    expect([form.method, new URL(form.action).pathname]).toEqual(["get", localizedPath(locale, "/search")]);
    const typed = Object.fromEntries(new FormData(form)) as Record<string, string>;
    expect(readSearchQuery(typed)).toMatchObject({ text: "codes", tab: "articles" });
  });

  test("says so when there is nothing yet, and leads to the feeds alone", () => {
    const list = { articles: [], isMore: false, tags: [] };
    show(<BlogPage list={list} query={{ page: 1, tag: null }} />, locale);
    expect(screen.getAllByRole("link").map((link) => link.textContent)).toHaveLength(2);
    expect(screen.queryByRole("search")).toBeNull();
  });
});
