import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { locales } from "#lib/i18n/locales.ts";
import { ROOT } from "#lib/tooling/files.ts";

type Messages = { [key: string]: string | Messages };

function flatten(messages: Messages, prefix = ""): [string, string][] {
  return Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  );
}

const languages = locales
  .map((locale) => ({ locale, file: path.join(ROOT, "messages", `${locale}.json`) }))
  .filter(({ file }) => existsSync(file))
  .map(({ locale, file }) => ({
    locale,
    texts: new Map(flatten(JSON.parse(readFileSync(file, "utf8")) as Messages)),
  }));
const [english, ...others] = languages;

test.each(languages)("$locale: what a control is called holds what stands on it", ({ texts }) => {
  // `cancelNamed` is the accessible name of a button on which `cancel` is written: people who speak to it say that.
  const offenders = [...texts].filter(([key, name]) => {
    const written = key.endsWith("Named") ? texts.get(key.slice(0, -"Named".length)) : undefined;
    return written !== undefined && !name.includes(written);
  });
  expect(offenders, "Begin the name with the words on the control.").toEqual([]);
});

test.each(locales)(
  "messages/%s.json is spelled as JSON.stringify writes it, so that npm run new adds lines alone",
  (locale) => {
    const text = readFileSync(path.join(ROOT, "messages", `${locale}.json`), "utf8");
    const remedy =
      "Keys that are numbers come first, in their order; two spaces, no escapes, a line's end at the end.";
    expect(text, remedy).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  },
);

test("there are texts in every language", () => {
  expect(languages.map(({ locale }) => locale)).toEqual(locales);
});

test.each(others)("$locale has the keys of English, no more and no fewer", ({ texts }) => {
  const keys = new Set(english?.texts.keys());
  const missing = [...keys].filter((key) => !texts.has(key));
  const surplus = [...texts.keys()].filter((key) => !keys.has(key));
  expect({ missing, surplus }, "Translate what is missing; remove what English does not have.").toEqual({
    missing: [],
    surplus: [],
  });
});

test("English spells cancelled one way wherever it is read", () => {
  const documentation = readFileSync("features/api-docs/words/data/en.json", "utf8").split("\n");
  const read = [
    ...(english?.texts.values() ?? []),
    ...documentation.map((line) => line.replace(/^\s*"[^"]*": /, "")),
  ];
  // Between backticks stand the words of the wire.
  const offenders = read.filter((text) => /\bcancel(ed|ing|ation)\b/i.test(text.replaceAll(/`[^`]*`/g, "")));
  expect(offenders, "Write cancelled and cancelling.").toEqual([]);
});

test("no text is empty in any language", () => {
  const offenders = languages.flatMap(({ locale, texts }) =>
    [...texts].filter(([, text]) => text.trim() === "").map(([key]) => `${locale} ${key}`),
  );
  expect(offenders, "Write the text, or take its key out of all languages.").toEqual([]);
});
