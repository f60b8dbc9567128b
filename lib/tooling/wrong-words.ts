import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";

/** A word that code and comments never use, with what to write instead. */
export type WrongWord = { readonly word: string; readonly write: string };

/** Where a wrong word stands: the line (from 1), the word as it is written there, and the whole name that it is a part of. */
export type WordFound = WrongWord & { readonly line: number; readonly found: string; readonly name: string };

/** The text of docs/glossary.md. */
export function readGlossary(): string {
  return readFileSync(path.join(ROOT, "docs/glossary.md"), "utf8");
}

/** The words between backticks in the "not" column of the first table, each with its row's own word. */
export function wrongWords(glossary: string): WrongWord[] {
  return rowsOf(glossary).flatMap(([write = "", , not = ""]) =>
    [...not.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => ({ word, write })),
  );
}

/**
 * Makes the look-up of wrong words in a text: in prose and in names of any spelling (`payoutRow`, `payout_row`, `PAYOUT`, `payout-row`),
 * alone or in the plural, and never as a part of a longer word. A word that the glossary itself has ("payout destination") is passed over.
 */
export function makeFinder(glossary: string): (text: string) => WordFound[] {
  const own = rowsOf(glossary).flatMap(([word = ""]) =>
    word.split(/[;,]/).map((part) => part.replace(/\(.*/, "").trim()),
  );
  const searched = wrongWords(glossary).map((wrong) => {
    const longer = own.filter((word) => word !== wrong.word && spellings(wrong.word).test(word));
    return { wrong, pattern: spellings(wrong.word), longer: longer.map(spellings) };
  });
  return (text) =>
    searched.flatMap(({ wrong, pattern, longer }) => {
      const right = longer.flatMap((word) =>
        [...text.matchAll(word)].map(({ index, 0: { length } }) => [index, index + length] as const),
      );
      return [...text.matchAll(pattern)]
        .filter(({ index }) => !right.some(([from, to]) => from <= index && index < to))
        .map(({ index, 0: found }) => ({
          ...wrong,
          found,
          name: nameAround(text, index, found.length),
          line: text.slice(0, index).split("\n").length,
        }));
    });
}

/** `listPayouts` around `Payouts`. */
function nameAround(text: string, index: number, length: number): string {
  const before = /[\w-]*$/.exec(text.slice(Math.max(0, index - 100), index))?.[0] ?? "";
  const after = /^[\w-]*/.exec(text.slice(index + length, index + length + 100))?.[0] ?? "";
  return before + text.slice(index, index + length) + after;
}

/** The rows of the glossary's first table, as cells without the blanks around them. */
function rowsOf(glossary: string): string[][] {
  const [table = ""] = glossary.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** A word in every spelling that names and comments have, as a global pattern. */
function spellings(word: string): RegExp {
  const parts = word.split(/[ -]/);
  const capitals = parts.map((part) => part[0]?.toUpperCase() + part.slice(1)).join("");
  const camel = parts[0] + capitals.slice(parts[0]?.length);
  const apart = parts.join(String.raw`[\s_-]`);
  const loud = parts.map((part) => part.toUpperCase()).join("_");
  return new RegExp(
    `(?<![A-Za-z])(?:${apart}|${camel})s?(?![a-z])|${capitals}s?(?![a-z])|(?<![A-Z])${loud}S?(?![A-Z])`,
    "g",
  );
}
