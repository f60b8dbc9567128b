import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { editorPages } from "#features/site/editor-pages.rules.ts";
import { audienceOf } from "#features/site/page-access.rules.ts";
import {
  type DoorRow,
  developmentPages,
  doorPages,
  type ProfileRow,
  type PublicRow,
  profilePages,
  publicPages,
} from "#features/site/pages.rules.ts";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import { sections } from "#features/site/sections.rules.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";
import { type Messages, messagesOf } from "#lib/i18n/messages.ts";

const PAGES = path.join(import.meta.dirname, "..", "..", "app", "[locale]");
const publicRows: readonly PublicRow[] = publicPages;
const doorRows: readonly DoorRow[] = doorPages;
const profileRows: readonly ProfileRow[] = profilePages;

const rows: readonly { path: string; isPlanned?: true }[] = [
  ...publicRows,
  ...doorRows,
  ...profileRows,
  ...partnerPages,
  ...deskPages,
  ...editorPages,
  ...developmentPages,
];
const there = rows.filter(({ isPlanned }) => !isPlanned).map((row) => row.path);
const folders = globSync("**/page.tsx", { cwd: PAGES }).map((file) =>
  `/${path.dirname(file)}`.replace(/^\/\.$/, "/"),
);

function pageText(page: string): string {
  return readFileSync(path.join(PAGES, page, "page.tsx"), "utf8");
}

function textAt(key: string): string | Messages | undefined {
  return key
    .split(".")
    .reduce<string | Messages | undefined>(
      (found, part) => (typeof found === "object" ? found[part] : undefined),
      messagesOf(defaultLocale),
    );
}

test("every page.tsx has a row, and every row that is not planned has its page.tsx", () => {
  const remedy = "Give the page a row in pages.rules.ts, or take away the row of the page that is gone.";
  expect([...there].sort(), remedy).toEqual([...folders].sort());
});

test("what is planned has no page yet, and no page has two rows", () => {
  const planned = rows.filter(({ isPlanned }) => isPlanned).map((row) => row.path);
  expect(
    planned.filter((page) => existsSync(path.join(PAGES, page, "page.tsx"))),
    "Take `isPlanned` off the row of a page that is there.",
  ).toEqual([]);
  expect(rows.map((row) => row.path)).toEqual([...new Set(rows.map((row) => row.path))]);
});

test.each([
  { list: "publicPages", pages: publicRows, audiences: ["everybody"] },
  { list: "doorPages", pages: doorRows, audiences: ["guest", "link"] },
  { list: "profilePages", pages: profileRows, audiences: ["user"] },
  { list: "partnerPages", pages: partnerPages, audiences: ["partner"] },
  { list: "deskPages", pages: deskPages, audiences: ["staff"] },
  { list: "editorPages", pages: editorPages, audiences: ["staff"] },
  { list: "developmentPages", pages: developmentPages, audiences: ["developers"] },
])("the pages of $list are for $audiences by their section", ({ pages, audiences }) => {
  const strays = pages.map((row) => row.path).filter((page) => !audiences.includes(audienceOf(page)));
  expect(strays, "Move the row to the list of its audience, or give its section one.").toEqual([]);
});

test("every section has a page, be it a planned one", () => {
  const begun = new Set(rows.map((row) => row.path.split("/")[1]));
  expect(
    Object.keys(sections).filter((section) => !begun.has(section)),
    "Take the section away, or give one of its pages a row.",
  ).toEqual([]);
});

test("a page whose row names the words of its head takes them from there, and no other does", () => {
  const named = new Set([
    ...publicRows.flatMap((row) => (row.head ? [row.path] : [])),
    ...doorRows.flatMap((row) => (row.head ? [row.path] : [])),
    ...profileRows.flatMap((row) => (row.title ? [row.path] : [])),
    ...partnerPages.map((row) => row.path),
    ...deskPages.map((row) => row.path),
  ]);
  const wrong = there.filter((page) => {
    const given = /generateMetadata = \w+Metadata\("([^"]*)"\)/.exec(pageText(page))?.[1];
    return given !== (named.has(page) ? page : undefined);
  });
  expect(
    wrong,
    'Where the row has a title or head, page.tsx says: export const generateMetadata = pageMetadata("<its path>").',
  ).toEqual([]);
});

test("every text that a row names is there", () => {
  const keys = [
    ...publicRows.flatMap(({ head, mainMenu = [], document }) => [
      ...(head ? [head.title, head.description] : []),
      ...mainMenu.map(({ text }) => `site.nav.${text}`),
      ...(document ? [`site.nav.${document}`, `content.${document}.title`] : []),
    ]),
    ...doorRows.flatMap(({ head, menu }) => [
      ...(head ? [head.title, head.description] : []),
      ...(menu ? [`site.account.${menu.text}`] : []),
    ]),
    ...profileRows.flatMap(({ title, menu }) => [
      ...(title ? [title] : []),
      ...(menu ? [`site.account.${menu.text}`] : []),
    ]),
    ...partnerPages.map(({ name }) => `partners.cabinet.nav.${name}`),
    ...deskPages.map(({ name }) => `backOffice.nav.${name}`),
  ];
  expect(
    keys.filter((key) => typeof textAt(key) !== "string"),
    "Put these texts into messages/*.json: the words of menus stand below site.account, site.nav and backOffice.nav.",
  ).toEqual([]);
  expect(keys.length).toBeGreaterThan(50);
});

test("a page that stands in for another one names a page of the menu", () => {
  const inMenu = new Set(profileRows.flatMap((row) => (row.menu ? [row.path] : [])));
  const astray = profileRows.filter(({ standsFor }) => standsFor !== undefined && !inMenu.has(standsFor));
  expect(astray, "Name the path of a row that has a `menu`.").toEqual([]);
});
