import { expect, test } from "vitest";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import {
  type Offered,
  type WrittenPage,
  writtenArticles,
  writtenMenus,
  writtenPages,
  writtenTopics,
} from "#features/content/first-texts/written-texts.rules.ts";
import { doorPages, type ProfileRow, profilePages, publicPages } from "#features/site/pages.rules.ts";

const everything: Offered = { stores: true, software: true };
const nothing: Offered = { stores: false, software: false };
const rows: readonly ProfileRow[] = profilePages;

/** A page with those below it, each with its address. */
function placed({ slug, texts, below = [] }: WrittenPage, above = ""): { href: string; texts: unknown }[] {
  const href = `${above}/${slug}`;
  return [{ href, texts }, ...below.flatMap((page) => placed(page, href))];
}

const editorsPages = writtenPages.flatMap((page) => placed(page));
const questionsOf = (offered: Offered) =>
  writtenTopics(offered).flatMap(({ entries }) => entries.map(({ slug }) => `/faq#${slug}`));

const known = new Set([
  ...[...publicPages, ...doorPages, ...profilePages]
    .map(({ path }) => path)
    .filter((path) => !path.includes("[")),
  ...docsPages.map(docsHref),
  ...writtenArticles.map(({ slug }) => `/blog/${slug}`),
  ...editorsPages.map(({ href }) => href),
]);

/** Every address in texts and menus: behind words in brackets, and of entries. */
function linksIn(told: unknown): string[] {
  const text = JSON.stringify(told);
  return [...text.matchAll(/\]\(([^)]+)\)|"href":"([^"]+)"/g)].map(([, link, entry]) => link ?? entry ?? "");
}

const all = (offered: Offered) =>
  linksIn([writtenArticles, writtenTopics(offered), editorsPages, writtenMenus]);

test("every link of the first texts leads to a page of the site, and to a question that is there", () => {
  const links = all(everything);
  expect(links.length).toBeGreaterThan(400);
  const questions = new Set(questionsOf(everything));
  expect(links.filter((link) => !(link.includes("#") ? questions : known).has(link))).toEqual([]);
});

test("first texts of a shop without stores and software lead to neither", () => {
  const isElsewhere = ({ menu }: ProfileRow) => menu?.isForStores ?? menu?.isOfLicences ?? false;
  const closed = new Set([
    ...rows.filter(isElsewhere).map(({ path }) => path),
    ...questionsOf(everything).filter((question) => !questionsOf(nothing).includes(question)),
  ]);
  expect(closed.size).toBeGreaterThan(5);
  expect(all(nothing).filter((link) => closed.has(link))).toEqual([]);
});
