import { expect, test } from "vitest";
import { csvBytes } from "#lib/i18n/csv.ts";
import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

/** Rows as a spreadsheet reads them: outside of quotes any end of a line ends the row. */
function readRows(file: string, delimiter: string): string[][] {
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"\\r\\n${delimiter}][^\\r\\n${delimiter}]*|)(${delimiter}|\\r\\n|\\r|\\n)`,
    "y",
  );
  const rows: string[][] = [[]];
  for (let found = cell.exec(file); found; found = cell.exec(file)) {
    const [, written = "", end] = found;
    rows.at(-1)?.push(written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written);
    if (end !== delimiter) rows.push([]);
  }
  return rows.slice(0, -1);
}

const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

/** What people, sellers and senders of SMS write, also where it goes on below. */
const hostile = xssPayloads.flatMap((words) => [
  words,
  `=${words}`,
  `code\n=HYPERLINK("${words}")`,
  `code\r@SUM(${words})`,
]);

test.each(locales)(
  "two hundred texts that would run a script are one cell each for spreadsheets in %s, and none is or begins a formula",
  (locale) => {
    const file = new TextDecoder().decode(
      csvBytes(
        locale,
        hostile.map((words) => [words, { kopecks: -1_250 }, words]),
      ),
    );
    const told = (words: string) => (isFormula(words) ? `'${words}` : words);
    const amount = locale === "en" || locale === "cn" || locale === "hi" ? "-12.50" : "-12,50";
    expect(readRows(file, localeFacts[locale].csv.delimiter)).toEqual(
      hostile.map((words) => [told(words), amount, told(words)]),
    );
  },
);
