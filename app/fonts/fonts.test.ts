import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { signsOfFont } from "#lib/testing/woff2-signs.ts";
import { findLines, isTest, listSources } from "#lib/tooling/source-files.ts";
import { fontFilesOf } from "./fonts.ts";

const BUDGET_BYTES = 70_000;
const INTER = path.join(import.meta.dirname, "../../node_modules/@fontsource-variable/inter/files");
const CURRENCIES = "₽$₺₹€";

function signsOfRange(range: string): Set<number> {
  const signs = new Set<number>();
  for (const span of range.split(",")) {
    const [first, last = first] = span
      .trim()
      .replace("U+", "")
      .split("-")
      .map((digits) => Number.parseInt(digits, 16));
    for (let sign = first as number; sign <= (last as number); sign++) signs.add(sign);
  }
  return signs;
}

const rules = readFileSync(path.join(import.meta.dirname, "inter.css"), "utf8").match(
  /@font-face \{[^}]+\}/g,
);
const fonts = (rules ?? [])
  .filter((rule) => rule.includes("url("))
  .map((rule) => {
    const name = /url\("\.\/([\w-]+\.woff2)"\)/.exec(rule)?.[1] as string;
    const range = /unicode-range:([^;]+);/.exec(rule)?.[1] as string;
    return {
      ...{ name, rule, signs: signsOfRange(range) },
      file: readFileSync(path.join(import.meta.dirname, name)),
    };
  });

/** The fonts that a browser takes for a text. */
function fontsFor(text: string) {
  const used = new Set([...text].map((sign) => sign.codePointAt(0) as number));
  return fonts.filter(({ signs }) => [...used].some((sign) => signs.has(sign)));
}

const textsOf = (locale: (typeof locales)[number]) => JSON.stringify(messagesOf(locale)) + CURRENCIES;

test.each(locales)("a page in %s with every text of the site loads at most 70 KB of fonts", (locale) => {
  // Every language's own name stands in the menu, a currency's sign beside each price.
  const names = locales.map((one) =>
    new Intl.DisplayNames([localeFacts[one].tag], { type: "language" }).of(localeFacts[one].tag),
  );
  const loaded = fontsFor(textsOf(locale) + names.join(""));
  expect(loaded.map(({ name }) => name)).toContain("inter-latin.woff2");
  expect(
    loaded.reduce((sum, { file }) => sum + file.length, 0),
    `Cut the letters of ${locale} out of the large file and into inter-signs.woff2, as those of Turkish are (decision 0403).`,
  ).toBeLessThanOrEqual(BUDGET_BYTES);
});

test.each(locales)("a page in %s asks ahead for exactly the fonts of its texts and currencies", (locale) => {
  const ahead = fontFilesOf(locale).map((address) => path.basename(address));
  const remedy = `The row of ${locale} in lib/i18n/locales.ts names in \`inter\` the files of its letters, and no others.`;
  expect(ahead.toSorted(), remedy).toEqual(
    fontsFor(textsOf(locale))
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each([
  ["inter-latin.woff2", "latin"],
  ["inter-signs.woff2", "latin-ext"],
  ["inter-latin-ext.woff2", "latin-ext"],
  ["inter-cyrillic.woff2", "cyrillic"],
])("%s has every sign of its range that Inter's file for %s has", (name, script) => {
  const font = fonts.find((one) => one.name === name);
  if (!font) throw new Error(`inter.css does not load ${name}`);
  const whole = signsOfFont(readFileSync(path.join(INTER, `inter-${script}-wght-normal.woff2`)));
  const owed = [...whole].filter((sign) => font.signs.has(sign));
  const own = signsOfFont(font.file);
  expect(owed.length).toBeGreaterThan(20);
  expect(owed.filter((sign) => !own.has(sign))).toEqual([]);
});

test("no two fonts claim the same sign, so that a browser never takes two files for one", () => {
  const claimed = fonts.flatMap(({ signs }) => [...signs]);
  expect(new Set(claimed).size).toBe(claimed.length);
});

test("a font that comes late never takes the place of what a reader sees already", () => {
  expect(fonts).toHaveLength(4);
  expect(fonts.filter(({ rule }) => !rule.includes("font-display: optional;"))).toEqual([]);
});

test("no text asks for a weight that the files do not hold", () => {
  const others = /\bfont-(?:thin|extralight|light|extrabold|black)\b|font-weight:\s*(?:[123]00|[89]00)/;
  const sources = listSources().filter(({ path }) => !isTest(path));
  expect(
    sources.flatMap((source) => findLines(source, others)),
    "The files hold 400 to 700: take one of these, or make the files anew.",
  ).toEqual([]);
});
