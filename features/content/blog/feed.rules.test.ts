import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { feedOf } from "#features/content/blog/feed.rules.ts";

const facts = {
  locale: "ru" as const,
  title: "Блог",
  description: "О номерах",
  publicUrl: "https://smsden.test",
};
const article = {
  slug: "first",
  language: "en" as const,
  title: "First",
  summary: null,
  publishedAt: new Date("2026-11-20T10:00:00Z"),
};

test("the feed names each article with its address in the feed's language and its day", () => {
  const feed = new XMLParser({ ignoreAttributes: false }).parse(
    feedOf(facts, [article, { ...article, slug: "b" }]),
  );
  const { channel } = feed.rss;
  expect([channel.title, channel.link, channel.language]).toEqual([
    "Блог",
    "https://smsden.test/ru/blog",
    "ru",
  ]);
  expect(channel["atom:link"]["@_href"]).toBe("https://smsden.test/ru/blog/feed.xml");
  expect(channel.item.map((item: { link: string }) => item.link)).toEqual([
    "https://smsden.test/ru/blog/first",
    "https://smsden.test/ru/blog/b",
  ]);
  expect(new Date(channel.item[0].pubDate)).toEqual(article.publishedAt);
});

test("what editors write is text in the feed, whatever signs it holds", () => {
  const title = 'A & B <script>alert("1")</script> ]]>\u0000\u000b';
  const feed = feedOf(facts, [{ ...article, title, summary: title }]);
  expect(XMLValidator.validate(feed)).toBe(true);
  const { item } = new XMLParser().parse(feed).rss.channel;
  expect(item.title).toBe('A & B <script>alert("1")</script> ]]>');
});
