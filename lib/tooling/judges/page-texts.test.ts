import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { accountMessages, type Messages, messagesOf, pageMessages } from "#lib/i18n/messages.ts";
import { importsOf } from "#lib/tooling/dev/import-graph.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";
import { withoutComments } from "#lib/tooling/source-files.ts";

const PAGES = "app/[locale]";
const FRAME = `${PAGES}/layout.tsx`;
/** It hands out all texts of every language by itself. */
const GALLERY = `${PAGES}/gallery/page.tsx`;
const RENDERER = /\.tsx?$/;

const code = new Map<string, string>();
function read(file: string): string {
  const text = code.get(file) ?? withoutComments(readFileSync(path.join(ROOT, file), "utf8"));
  code.set(file, text);
  return text;
}

type Reached = {
  /** What the server renders: it may hand out texts. */
  readonly onServer: Set<string>;
  /** Islands, what they are made of and what they load when it is wanted. */
  readonly inBrowser: Set<string>;
};

/** Follows the imports of a page or layout; an island and all that it imports reach the browser. */
function reach(file: string, isBrowser = false, reached?: Reached): Reached {
  const all = reached ?? { onServer: new Set(), inBrowser: new Set() };
  const isIsland = isBrowser || /^\s*"use client"/.test(read(file));
  const seen = isIsland ? all.inBrowser : all.onServer;
  if (seen.has(file)) return all;
  seen.add(file);
  for (const next of importsOf(ROOT, file)) if (RENDERER.test(next)) reach(next, isIsland, all);
  return all;
}

/** Namespaces of texts that islands ask for, each with a file that does; not those that are put together. */
function wordsOf({ inBrowser }: Reached): Map<string, string> {
  return new Map(
    [...inBrowser].flatMap((file) =>
      [...read(file).matchAll(/\buseTranslations\("([\w.]+)"\)/g)].map(
        ([, name = ""]) => [name, file] as const,
      ),
    ),
  );
}

/** The names in `names={[…]}` and `names={list}`, lists included that stand in a file around or in another list. */
function namesIn(files: Iterable<string>): string[] {
  const all = [...files].map(read);
  const namesOf = (list: string): string[] => [
    ...[...list.matchAll(/"([\w.]+)"/g)].map(([, name = ""]) => name),
    ...[...list.matchAll(/\b(\w+Texts)\b/g)].flatMap(([, name]) =>
      all.flatMap((text) => {
        const found = new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(text);
        return found ? namesOf(found[1] ?? "") : [];
      }),
    ),
  ];
  const lists = all.flatMap((text) => [
    ...text.matchAll(/<(?:Page|Account)Texts\b[^>]*?\bnames=\{([^}]*)\}/g),
  ]);
  return lists.flatMap(([, list = ""]) => namesOf(list));
}

const textAt = (messages: Messages, name: string) =>
  name
    .split(".")
    .reduce<Messages | string | undefined>(
      (at, step) => (typeof at === "object" ? at[step] : undefined),
      messages,
    );

/** The layouts between the frame and a page, the page last. */
function placesOf(page: string): string[] {
  const folders = path.posix.relative(PAGES, path.posix.dirname(page)).split("/");
  const layouts = folders.map((_, at) => path.posix.join(PAGES, ...folders.slice(0, at + 1), "layout.tsx"));
  return [...layouts.filter((file) => file !== FRAME && isThere(file)), page];
}

const isThere = (file: string) => files.has(file);
const files = new Set(
  globSync("app/[[]locale]/**/{page,layout}.tsx", { cwd: ROOT }).map((file) => file.replaceAll("\\", "/")),
);
const pages = [...files].filter((file) => file.endsWith("/page.tsx") && file !== GALLERY).sort();

/** Texts of English that a page with these places hands out, and whether a whole namespace of them is there. */
function holds(places: readonly string[], onServer: ReadonlySet<string>): (name: string) => boolean {
  const names = namesIn(onServer);
  const isAccount = places.some((file) => /\bAccountTexts(?:Layout)?\b/.test(read(file)));
  if (isAccount) {
    const given = accountMessages("en", names);
    return (name) => textAt(given, name) !== undefined;
  }
  const given = pageMessages("en", names);
  // Of the frame's own features only what servers alone say is left out.
  return (name) =>
    name === "site" || name === "ui" || (textAt(given, name) ?? null) === textAt(messagesOf("en"), name);
}

test("there are pages with islands, and the walk finds what these say", () => {
  expect(pages.length).toBeGreaterThan(60);
  const home = reach(`${PAGES}/page.tsx`);
  expect([...wordsOf(home).keys()]).toEqual(expect.arrayContaining(["activations.shop", "rentals.shop"]));
  expect(namesIn(home.onServer)).toEqual(expect.arrayContaining(["community.reviews", "pricing.list"]));
});

test("the frame of every page carries what its islands say", () => {
  const isGiven = holds([FRAME], new Set());
  const missing = [...wordsOf(reach(FRAME))].filter(([name]) => !isGiven(name));
  expectNone(
    missing.map(([name, file]) => `${name} of ${file}`),
    "Add it to frameTexts of lib/i18n/messages.ts.",
  );
});

test.each(pages)("%s hands its islands all that they say", (page) => {
  const places = placesOf(page);
  const reached = places.reduce<Reached | undefined>((all, place) => reach(place, false, all), undefined)!;
  const isGiven = holds(places, reached.onServer);
  const missing = [...wordsOf(reached)].filter(([name]) => !isGiven(name));
  expectNone(
    missing.map(([name, file]) => `${name} of ${file}`),
    "Add it to `names` of the page's PageTexts or AccountTexts.",
  );
});
