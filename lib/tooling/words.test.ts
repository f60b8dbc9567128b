import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { listDefinitionFiles } from "#lib/db/sql-files.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messageFiles } from "#lib/i18n/messages.gen.ts";
import { listSources, ROOT } from "#lib/tooling/source-files.ts";

type Messages = { readonly [key: string]: string | Messages };

/** Every text below a key, with its key. */
function textsOf(messages: Messages, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : textsOf(value, `${prefix}${key}.`),
  );
}

const textsOfFile = (file: string, prefix: string) =>
  textsOf(JSON.parse(readFileSync(path.join(ROOT, file), "utf8")) as Messages, prefix);

/** What is read outside the interface: the API documentation without its code and addresses, and the pages of law. */
const documentTexts = (locale: Locale): [string, string][] => [
  ...textsOfFile(`features/api-docs/words/data/${locale}.json`, "api-docs.").map(
    ([key, text]): [string, string] => [key, text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, "")],
  ),
  ...textsOfFile(`features/content/documents/data/${locale}.json`, "documents."),
  ...textsOfFile(`app/_processes/test-gateway/data/${locale}.json`, "test-gateway."),
];

const buyerTexts = (locale: Locale): [string, string][] =>
  textsOf(messageFiles[locale] as Messages).filter(([key]) => !key.startsWith("backOffice."));

/** Words dropped from a language, or from code and SQL, as patterns, with what to write instead; a new language has no file of them. */
function droppedWords(locale: Locale | "code"): { word: RegExp; write: string }[] {
  const file = path.join(ROOT, "lib/tooling/dropped-words", `${locale}.json`);
  if (!existsSync(file)) return [];
  const words = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  return Object.entries(words).map(([word, write]) => ({ word: new RegExp(word, "iu"), write }));
}

test.each(locales)(
  "%s says nothing to buyers, programmers and staff in a word that was dropped",
  (locale) => {
    const texts = [...textsOf(messageFiles[locale] as Messages), ...documentTexts(locale)];
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
  /\.(?:submit\w*|action|cancel|confirm|save|retry|resend|endOthers|choose|make|makeLegacy|create|accept|necessary|askAgain|openMailbox|toPurchase|topUp|turnOn|turnOff|moreCodes|report|finish)$/;

test.each(locales)("%s: what stands on a button fits a narrow phone", (locale) => {
  const buttons = textsOf(messageFiles[locale] as Messages).filter(
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
