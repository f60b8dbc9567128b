import { expect, test } from "vitest";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import {
  type WrittenPage,
  writtenArticles,
  writtenPages,
  writtenTags,
  writtenTopics,
} from "#features/content/first-texts/written-texts.rules.ts";
import { contentsOf, readingMinutes, readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { locales } from "#lib/i18n/locales.ts";

type Told = { readonly name: string; readonly texts: Readonly<Record<string, object>> };

const withThoseBelow = (page: WrittenPage): WrittenPage[] => [
  page,
  ...(page.below ?? []).flatMap(withThoseBelow),
];
const topics = writtenTopics({ stores: true, software: true });
const pages = writtenPages.flatMap(withThoseBelow);
const told: readonly Told[] = [
  ...writtenArticles.map(({ slug, texts }) => ({ name: `article ${slug}`, texts })),
  ...topics.flatMap(({ entries }) => entries.map(({ slug, texts }) => ({ name: `question ${slug}`, texts }))),
  ...pages.map(({ slug, texts }) => ({ name: `page ${slug}`, texts })),
];

/** Every line of a text in a language, with title, summary or question. */
const linesOf = ({ texts }: Told, locale: string) => Object.values(texts[locale] ?? {}).flat() as string[];

test("the shop opens with a dozen articles, five topics of questions and a guide, whatever it offers besides", () => {
  expect(writtenArticles.length).toBeGreaterThanOrEqual(12);
  const always = writtenTopics({ stores: false, software: false });
  expect(always.length).toBeGreaterThanOrEqual(5);
  expect(always.flatMap(({ entries }) => entries).length).toBeGreaterThanOrEqual(14);
  expect(topics.map(({ slug }) => slug)).toEqual([...always.map(({ slug }) => slug), "stores", "software"]);
  expect(pages.length).toBeGreaterThanOrEqual(7);
});

test.each(told)("the first $name is written in every language, and no line of it is empty", (text) => {
  expect(Object.keys(text.texts).toSorted()).toEqual([...locales].toSorted());
  for (const locale of locales)
    expect(linesOf(text, locale).filter((line) => line.trim() === "")).toEqual([]);
});

test.each(told)("the first $name has the same parts, links and code in every language", (text) => {
  const kindOf = (line: string) => /^(?:## |- |\d+\. )/.exec(line)?.[0] ?? "paragraph";
  const facts = (locale: string) => {
    const lines = linesOf(text, locale);
    const found = (pattern: RegExp) => lines.flatMap((line) => line.match(pattern) ?? []).toSorted();
    return { kinds: lines.map(kindOf), links: found(/\]\([^)]+\)/g), code: found(/`[^`]+`/g) };
  };
  for (const locale of locales) expect(facts(locale), locale).toEqual(facts("en"));
});

test("no two first articles, questions, topics or pages have one address", () => {
  for (const slugs of [
    writtenArticles.map(({ slug }) => slug),
    topics.flatMap(({ entries }) => entries.map(({ slug }) => slug)),
    topics.map(({ slug }) => slug),
    pages.map(({ slug }) => slug),
  ])
    expect(slugs.toSorted()).toEqual([...new Set(slugs)].toSorted());
});

test("a first article takes no more than four minutes, and every part of it has a heading of its own", () => {
  for (const { slug, texts } of writtenArticles)
    for (const [locale, { body }] of Object.entries(texts)) {
      const blocks = readRichText(richTextOf(body));
      const titles = contentsOf(blocks).map(({ title }) => title);
      expect(readingMinutes(blocks), `${slug} in ${locale}`).toBeLessThanOrEqual(4);
      expect(titles.length, `${slug} in ${locale}`).toBeGreaterThanOrEqual(3);
      expect(titles, `${slug} in ${locale}`).toEqual([...new Set(titles)]);
    }
});

test("first articles have the tags that are written for them, and each tag has an article", () => {
  const used = new Set(writtenArticles.flatMap(({ tags }) => tags));
  expect([...used].toSorted()).toEqual(writtenTags.map(({ slug }) => slug).toSorted());
  for (const { names } of writtenTags) expect(Object.keys(names).toSorted()).toEqual([...locales].toSorted());
});
