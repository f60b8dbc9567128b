import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { localeFiles } from "#lib/tooling/locale-files.ts";
import { listSources, ROOT } from "#lib/tooling/source-files.ts";

/** Translations of one file per language; a language without one of them is not finished. */
const translations = [
  "messages",
  "features/api-docs/words/data",
  "features/content/documents/data",
  "app/_processes/test-gateway/data",
];

test.each(localeFiles())("$file imports every language (npm run locales)", ({ file, content }) => {
  expect(readFileSync(file, "utf8")).toBe(content);
});

test.each(locales)("%s has every file of translations, with the keys of English", (locale) => {
  for (const folder of translations) {
    const file = path.join(folder, `${locale}.json`);
    expect(existsSync(path.join(ROOT, file)), `Translate ${folder}/en.json to ${file}.`).toBe(true);
    const topKeys = (name: string) =>
      Object.keys(JSON.parse(readFileSync(path.join(ROOT, folder, `${name}.json`), "utf8"))).sort();
    expect(topKeys(locale), file).toEqual(topKeys("en"));
  }
});

test("README.md says how many languages the site has", () => {
  const words = ["five", "six", "seven", "eight", "nine", "ten"];
  const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
  expect(readme, "Write the number into its first paragraph.").toContain(
    `A web site in ${words[locales.length - 5] ?? locales.length} languages`,
  );
});

/**
 * Files that spell every language out. The list only shrinks: what a language needs stands in its row of
 * `lib/i18n/locales.ts`, and what has to be said in it stands in its translations.
 */
const NAMES_ALL: readonly string[] = [
  "lib/i18n/locales.ts",
  // Names that differ from CLDR's, and names of services that are words: translations.
  "lib/tooling/catalogue-data/country-facts.ts",
  // What is said or written in each of these languages, looked at one by one.
  "app/api/rest-resources.db.test.ts",
  "features/identity/components/forms.island.test.tsx",
  "features/identity/registration.routes.db.test.ts",
  "features/identity/settings/components/settings.island.test.tsx",
  "features/ledger/statement/exports/exports.routes.db.test.ts",
  "features/notifications/low-balance/low-balance.jobs.db.test.ts",
  "features/policy/policy.routes.db.test.ts",
  "lib/i18n/formats.test.ts",
];

test("no other file spells the languages out, and none of these has stopped to", () => {
  const names = (code: string) =>
    locales.filter((locale) =>
      new RegExp(String.raw`["'\`|(, {]${locale}["'\`|),.]|[\s{]${locale}:`).test(code),
    );
  const sources = listSources().filter(({ path: file }) => !file.endsWith(".gen.ts"));
  const all = sources.filter(({ code }) => names(code).length === locales.length);
  expect(
    all.map(({ path: file }) => file).filter((file) => !NAMES_ALL.includes(file)),
    "Use `locales` and `localeFacts` of lib/i18n/locales.ts.",
  ).toEqual([]);
  // One language more does not have to come into all of these.
  const some = new Set(sources.filter(({ code }) => names(code).length > 5).map(({ path: file }) => file));
  expect(
    NAMES_ALL.filter((file) => !some.has(file)),
    "A file that lists no languages any more leaves NAMES_ALL.",
  ).toEqual([]);
});
