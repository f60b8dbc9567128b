import { expect, test } from "vitest";
import { ArticlePage } from "#features/content/blog/article-page.tsx";
import type { Article } from "#features/content/blog/blog.rules.ts";
import { BlogPage } from "#features/content/blog/blog-page.tsx";
import type { Picture } from "#features/content/media/pictures.rules.ts";
import { documentOf } from "#features/content/rich-text/rich-text.factory.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

const day = new Date("2026-11-20T10:00:00Z");

const picture = (id: number, alt: string): Picture => ({
  ...{ id, name: `${String(id).repeat(64)}.webp`, width: 1200, height: 800, alt },
  language: "en",
});

/** An article all of whose words are the same. */
function articleOf(words: string): Article {
  return {
    ...{ id: 1, slug: "first", language: "en", publishedAt: day, updatedAt: day },
    ...{ title: words, summary: words, searchTitle: words, searchDescription: words },
    body: documentOf(words, [2]),
    pictures: [picture(1, words), picture(2, words)],
    cover: picture(1, words),
    tags: [{ slug: "news", name: words }],
  };
}

test("two hundred texts that would run a script stay texts in an article, wherever they stand in it", () => {
  const others = { publisher: "Den", publicUrl: "https://smsden.test" };
  expectInert(
    (words) => {
      const article = articleOf(words);
      return sentMarkup(<ArticlePage article={article} similar={[]} recent={[article]} {...others} />);
    },
    (page, words) => {
      expect(page.querySelector("h1")?.textContent).toBe(words);
      expect([...page.querySelectorAll("img")].map(({ alt }) => alt)).toEqual([words, words]);
      const facts = JSON.parse(page.querySelector("script")?.textContent ?? "");
      expect([facts.headline, facts.description]).toEqual([words, words]);
    },
  );
});

test("two hundred texts that would run a script stay texts in the list of articles and among its tags", () => {
  expectInert(
    (words) => {
      const article = articleOf(words);
      const list = { articles: [article], tags: article.tags, isMore: true };
      return sentMarkup(<BlogPage list={list} query={{ page: 2, tag: "news" }} />);
    },
    (page, words) => {
      const shown = [...page.querySelectorAll("h2, li > p")].map(({ textContent }) => textContent);
      expect(shown.slice(0, 2)).toEqual([words, words]);
    },
  );
});
