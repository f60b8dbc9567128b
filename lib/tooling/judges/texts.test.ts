import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listDefinitionFiles } from "#lib/db/sql-files.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { localeFiles } from "#lib/tooling/drawn/locale-files.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { expectNone } from "#lib/tooling/judges/expect-none.ts";
import { listSources, type SourceFile } from "#lib/tooling/source-files.ts";

type Messages = { readonly [key: string]: string | Messages };

/** Where there is one file of translations for each language. */
const folders = [
  "messages",
  "features/api-docs/words/data",
  "features/content/documents/data",
  "app/_processes/test-gateway/data",
] as const;

/** Every text of a file of translations with its key. */
function textsIn(folder: (typeof folders)[number], locale: Locale): [string, string][] {
  return textsOf(JSON.parse(readFileSync(path.join(ROOT, folder, `${locale}.json`), "utf8")) as Messages);
}

function textsOf(messages: Messages, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : textsOf(value, `${prefix}${key}.`),
  );
}

/** What the first texts of the content desk say in a language, each by its file. */
function firstTexts(locale: Locale): [string, string][] {
  const folder = path.join(ROOT, "features/content/first-texts/data");
  return readdirSync(folder).flatMap((file) =>
    textsBelow(JSON.parse(readFileSync(path.join(folder, file), "utf8")) as Messages, locale, `${file} `),
  );
}

/** Every text that stands below a language, however deep. */
function textsBelow(given: Messages, locale: Locale, prefix: string): [string, string][] {
  return Object.entries(given).flatMap(([key, value]): [string, string][] => {
    if (key === locale) return textsOf({ [key]: value }, prefix);
    return typeof value === "string" ? [] : textsBelow(value, locale, `${prefix}${key}.`);
  });
}

/** All that is read in a language; of documentation and first texts without code and addresses. */
const allTexts = (locale: Locale) =>
  [...folders.flatMap((folder) => textsIn(folder, locale)), ...firstTexts(locale)].map(
    ([key, text]): [string, string] => [key, text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "")],
  );

const buyerTexts = (locale: Locale) =>
  textsIn("messages", locale).filter(([key]) => !key.startsWith("backOffice."));

test.each(localeFiles())("$file imports every language (npm run locales)", ({ file, content }) => {
  expect(readFileSync(file, "utf8")).toBe(content);
});

test.each(locales)(
  "%s has every text of English in every file of translations, none more and none empty",
  (locale) => {
    for (const folder of folders) {
      const keys = (of: Locale) => textsIn(folder, of).map(([key]) => key);
      const [own, english] = [keys(locale), keys("en")];
      const missing = english.filter((key) => !own.includes(key)).map((key) => `${key} is missing`);
      const surplus = own.filter((key) => !english.includes(key)).map((key) => `${key} is not in English`);
      expectNone([...missing, ...surplus], `Mend ${folder}/${locale}.json.`);
      const empty = textsIn(folder, locale).filter(([, text]) => text.trim() === "");
      expectNone(
        empty.map(([key]) => key),
        "Write the text, or take its key out of all languages.",
      );
    }
  },
);

test.each(locales)(
  "messages/%s.json is spelled as JSON.stringify writes it, so that npm run new adds lines alone",
  (locale) => {
    const text = readFileSync(path.join(ROOT, "messages", `${locale}.json`), "utf8");
    const remedy =
      "Keys that are numbers come first, in their order; two spaces, no escapes, a line's end at the end.";
    expect(text, remedy).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  },
);

test.each(locales)("%s: what a control is called holds what stands on it", (locale) => {
  // `cancelNamed` is the accessible name of a button on which `cancel` is written: people who speak to it say that.
  const texts = new Map(textsIn("messages", locale));
  const offenders = [...texts].filter(([key, name]) => {
    const written = key.endsWith("Named") ? texts.get(key.slice(0, -"Named".length)) : undefined;
    return written !== undefined && !name.includes(written);
  });
  expect(offenders, "Begin the name with the words on the control.").toEqual([]);
});

/** Words dropped from a language, or from code and SQL, as patterns, with what to write instead; a new language has no file of them. */
function droppedWords(locale: Locale | "code"): { word: RegExp; write: string }[] {
  const file = path.join(ROOT, "lib/tooling/judges/dropped-words", `${locale}.json`);
  if (!existsSync(file)) return [];
  const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.entries(words).map(([word, write]) => ({ word: new RegExp(word, "iu"), write }));
}

test.each(locales)(
  "%s says nothing to buyers, programmers and staff in a word that was dropped",
  (locale) => {
    const texts = allTexts(locale);
    expect(texts.length).toBeGreaterThan(1_000);
    const offenders = droppedWords(locale).flatMap(({ word, write }) =>
      texts.filter(([, text]) => word.test(text)).map(([key, text]) => `${key}: ${text} (write: ${write})`),
    );
    expect(offenders, "docs/glossary.md has the word for each concept.").toEqual([]);
  },
);

test("code and SQL write no name in a word that was dropped", () => {
  // What the baseline was called is told where the upgrade from it is proven.
  const sources = listSources().filter(({ path: file }) => !file.startsWith("app/_proofs/upgrade/"));
  const texts = [
    ...sources.map(({ path: file, code }) => ({ file, text: code })),
    ...listDefinitionFiles().map(({ file, sql }) => ({ file, text: sql })),
  ];
  const dropped = droppedWords("code");
  expect(dropped.length).toBeGreaterThan(0);
  const offenders = dropped.flatMap(({ word, write }) =>
    texts.filter(({ text }) => word.test(text)).map(({ file }) => `${file} (write: ${write})`),
  );
  expect(offenders, "docs/glossary.md has the word for each concept.").toEqual([]);
});

test.each(locales)(
  "%s: answers to questions quote a button by its key, never in words of their own",
  (locale) => {
    const answers = buyerTexts(locale).filter(([key]) => /^activations\.page\.faq\.\w+\.answer$/.test(key));
    expect(answers.length).toBeGreaterThan(0);
    const offenders = answers.filter(([, text]) => /[“«](?!\{\w+\}[”»])/.test(text));
    expect(offenders, "Give the button's text as a value: frequent-questions.tsx.").toEqual([]);
  },
);

test.each(locales)("%s: all mails greet alike", (locale) => {
  const greetings = buyerTexts(locale).filter(
    ([key, text]) => /\.mail\.\w+\.heading$/.test(key) && text.includes("{name}"),
  );
  expect(greetings.length).toBeGreaterThan(5);
  expect(new Set(greetings.map(([, text]) => text)).size, JSON.stringify(greetings)).toBe(1);
});

/** Texts on buttons, by their keys; the names of values stand for an amount. */
const onButtons =
  /\.(?:submit\w*|action|cancel|confirm|save|retry|resend|endOthers|choose|make|makeLegacy|create|accept|necessary|askAgain|openMailbox|toPurchase|toSoftware|toAccounts|topUp|turnOn|turnOff|moreCodes|report|finish)$/;

test.each(locales)("%s: what stands on a button fits a narrow phone", (locale) => {
  const buttons = textsIn("messages", locale).filter(
    ([key]) => onButtons.test(key) && !/\.(?:mail|warnings|tests|audit)\./.test(key),
  );
  expect(buttons.length).toBeGreaterThan(50);
  const shown = (text: string) =>
    text.replaceAll(/\{\w+, plural.* other \{(.*)\}\}/g, "$1").replaceAll(/\{\w+\}/g, "1 234,56 ₽");
  const long = buttons.filter(([, text]) => [...shown(text)].length > 32);
  expect(long, "At 390 px some 32 characters stand in one line.").toEqual([]);
});

test("the glossary states each concept in every language, in the order of their rows", () => {
  const rows = readFileSync(path.join(ROOT, "docs/glossary.md"), "utf8")
    .split("## In every language")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"));
  expect(rows?.length).toBeGreaterThan(15);
  const cells = (row = "") =>
    row
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1);
  expect(
    cells(rows?.[0]),
    "docs/glossary.md: a column for each language, called as it calls itself.",
  ).toEqual(locales.map((locale) => localeFacts[locale].name));
  for (const row of rows ?? [])
    expect(
      cells(row).filter((cell) => cell !== ""),
      `docs/glossary.md: a word for each language in its column. ${row}`,
    ).toHaveLength(locales.length);
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
  // What is said or written in each of these languages, looked at one by one.
  "app/api/rest-resources.db.test.ts",
  "features/content/site-search/site-search.reads.db.test.ts",
  "features/identity/sign-in-pages/forms.island.test.tsx",
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

test("no page of the account has a line under its title: its menu has said already what it is", () => {
  // The cabinets of partners and stores have pages of their own outside /profile and keep their lines.
  const pages = listSources().filter(({ path: file }) =>
    /^app\/\[locale\]\/profile\/(?:.+\/)?page\.tsx$/.test(file),
  );
  const offenders = withFeatures(pages)
    .filter(({ code }) => /<PageHeading\b(?:(?!\/>)[\s\S])*?\slead=/.test(code))
    .map(({ path: file }) => file);
  expectNone(
    offenders,
    "Leave `lead` of its PageHeading out; what its reader must know stands where it is about.",
  );
});

/** Pages and the parts of features that they show, through any number of imports. */
function withFeatures(pages: readonly SourceFile[]): SourceFile[] {
  const byPath = new Map(listSources().map((source) => [source.path, source]));
  const found = new Set(pages);
  for (const { code } of found)
    for (const [, file = ""] of code.matchAll(/"#(features\/[^"]+\.tsx)"/g)) {
      const part = byPath.get(file);
      if (part) found.add(part);
    }
  return [...found];
}
