import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, test } from "vitest";
import { feedOf } from "#features/content/blog/feed.rules.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const facts = {
  locale: "ru" as const,
  title: "Блог",
  description: "О номерах",
  publisher: "Den",
  publicUrl: "https://smsden.test",
};
const article = {
  slug: "first",
  language: "en" as const,
  title: "First",
  summary: null,
  publishedAt: new Date("2026-11-20T10:00:00Z"),
  updatedAt: new Date("2026-11-21T10:00:00Z"),
};

const read = (feed: string) => new XMLParser({ ignoreAttributes: false }).parse(feed);

test("the feed of RSS names each article with its address in the feed's language and its day", () => {
  const { channel } = read(feedOf("rss", facts, [article, { ...article, slug: "b" }])).rss;
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

test("the feed of Atom says of each article which language it is in, when it came and when it changed", () => {
  const later = { ...article, slug: "b", updatedAt: new Date("2026-11-22T10:00:00Z") };
  const { feed } = read(feedOf("atom", facts, [article, later]));
  expect([feed.title, feed["@_xml:lang"], feed.author.name]).toEqual(["Блог", "ru", "Den"]);
  expect(feed.link.map((link: Record<string, string>) => link["@_href"])).toEqual([
    "https://smsden.test/ru/blog",
    "https://smsden.test/ru/blog/atom.xml",
  ]);
  expect(new Date(feed.updated)).toEqual(later.updatedAt);
  const [first] = feed.entry;
  expect([first["@_xml:lang"], first.id, first.link["@_href"], first.published, first.updated]).toEqual([
    "en",
    "https://smsden.test/ru/blog/first",
    "https://smsden.test/ru/blog/first",
    "2026-11-20T10:00:00.000Z",
    "2026-11-21T10:00:00.000Z",
  ]);
});

test.each(["rss", "atom"] as const)(
  "what editors write is text in the feed of %s, whatever signs it holds",
  (kind) => {
    const title = 'A & B <script>alert("1")</script> ]]>\u0000\u000b';
    const feed = feedOf(kind, facts, [{ ...article, title, summary: title }]);
    expect(XMLValidator.validate(feed)).toBe(true);
    const { rss, feed: atom } = read(feed);
    expect((rss?.channel.item ?? atom.entry).title).toBe('A & B <script>alert("1")</script> ]]>');
    expect(XMLValidator.validate(feedOf(kind, facts, []))).toBe(true);
  },
);

test.each([
  { kind: "rss", element: "item", summary: "description" },
  { kind: "atom", element: "entry", summary: "summary" },
] as const)(
  "two hundred texts that would run a script stay texts in the feed of $kind",
  ({ kind, element, summary }) => {
    const articles = xssPayloads.map((words) => ({ ...article, title: words, summary: words }));
    const words = xssPayloads.join("");
    const feed = feedOf(kind, { ...facts, title: words, description: words, publisher: words }, articles);
    expect(XMLValidator.validate(feed)).toBe(true);
    const { rss, feed: atom } = read(feed);
    const told: Record<string, string>[] = (rss?.channel ?? atom)[element];
    const trimmed = xssPayloads.map((payload) => payload.trim());
    expect(told.map(({ title }) => title)).toEqual(trimmed);
    expect(told.map((one) => one[summary])).toEqual(trimmed);
    expect((rss?.channel ?? atom).title).toBe(words);
  },
);
