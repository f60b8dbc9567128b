import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "#lib/tooling/files.ts";
import { listSources } from "#lib/tooling/source-files.ts";

/**
 * Comments and titles name rules by numbers and letters ("spec, section 7", "reliability 3.13", "L3"). The pages that hold
 * them have a heading for each; the first group of a pattern is what the heading begins with.
 */
const PAGES = {
  product: "docs/product.md",
  protocol: "docs/protocol.md",
  reliability: "docs/reliability.md",
} as const;
type Page = keyof typeof PAGES;
type Reference = { readonly page: Page; readonly heading: string; readonly at: string };

const NUMBER = String.raw`(?:, sections?)? (\d+(?:\.\d+)*)\b`;
const NAME = String.raw`(?:[LPRYT]\d{1,2}|G-?\d{1,2})\b`;
/** A name stands in brackets, opens a comment, is part of a list or of a range, or follows the part in a check's name. */
const NAMED = new RegExp(
  String.raw`\binvariants (${NAME} to ${NAME})|"(?:[a-z]+ ){1,2}(${NAME}(?:/${NAME})*):|[(;] ?(${NAME})\)|/\*\* (${NAME}): `,
  "g",
);
const PATTERNS: readonly (readonly [Page, RegExp])[] = [
  ["product", new RegExp(String.raw`\b(?:product )?spec${NUMBER}`, "g")],
  ["protocol", new RegExp(String.raw`\bprotocol${NUMBER}`, "g")],
  ["reliability", new RegExp(String.raw`\breliability${NUMBER}`, "g")],
  ["reliability", /\b([Aa]ttack \d+[a-z]?)\b/g],
  ["reliability", NAMED],
];

/** A number is said in one way and on one line; these are other ways, which would pass unseen. */
const OTHER_SPELLINGS =
  /\b(?:product[- ]spec\b|(?:protocol|reliability|architecture|product-spec)\.md,? (?:section )?\d|spec (?:section )?\d|architecture,? (?:section )?\d|§ ?\d)|\b(?:spec|reliability),$/i;

/** What is in the repository and could refer to a rule; the pages themselves and this test excepted. */
function readTexts(): { file: string; text: string }[] {
  const own = new Set<string>([...Object.values(PAGES), "lib/tooling/judges/references.test.ts"]);
  const others = globSync(["*.md", "docs/**/*.md", "{bench,features,lib}/**/*.{sql,mjs,md}"], { cwd: ROOT })
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(ROOT, file), "utf8") }));
  return [...listSources().map(({ path: file, text }) => ({ file, text })), ...others].filter(
    ({ file }) => !own.has(file),
  );
}

/** "L1 to L4" and "R1/R3" as single names. */
function namesOf(text: string): string[] {
  const range = /^([A-Z])(\d+) to \1(\d+)$/.exec(text);
  if (!range) return text.split("/");
  const [, letter, from, to] = range;
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, index) => `${letter}${Number(from) + index}`,
  );
}

function findReferences(file: string, text: string): Reference[] {
  return text.split("\n").flatMap((line, index) =>
    PATTERNS.flatMap(([page, pattern]) =>
      [...line.matchAll(pattern)].flatMap((match) => {
        const named = match.slice(1).find((group) => group !== undefined) ?? "";
        return namesOf(named).map((heading) => ({
          page,
          heading: heading.toLowerCase(),
          at: `${file}:${index + 1} ${match[0]}`,
        }));
      }),
    ),
  );
}

/** What the headings of a page begin with: "7", "3.13", "l3", "attack 31b". */
function headingsOf(page: Page): string[] {
  return [
    ...readFileSync(path.join(ROOT, PAGES[page]), "utf8").matchAll(
      /^##+ (\d+(?:\.\d+)*|[A-Z]-?\d+|Attack \d+[a-z]?)(?=[:. ])/gm,
    ),
  ].map(([, start = ""]) => start.toLowerCase());
}

const texts = readTexts();
const references = texts.flatMap(({ file, text }) => findReferences(file, text));

test("every rule, section, invariant and attack that the sources name has a heading in docs/", () => {
  expect(references.length).toBeGreaterThan(80);
  const headings = {
    product: headingsOf("product"),
    protocol: headingsOf("protocol"),
    reliability: headingsOf("reliability"),
  };
  const lost = references.filter(({ page, heading }) => !headings[page].includes(heading));
  expect(
    lost.map(({ page, at }) => `${at}: no such heading in ${PAGES[page]}`),
    "Name a heading that is there, or write the rule down below that heading.",
  ).toEqual([]);
});

test("no page has two headings of one number or name", () => {
  for (const page of Object.keys(PAGES) as Page[]) {
    const headings = headingsOf(page);
    expect(headings.length, page).toBeGreaterThan(8);
    expect(
      headings.filter((heading, index) => headings.indexOf(heading) !== index),
      `${page}: give the second one a number or name of its own.`,
    ).toEqual([]);
  }
});

test("every attack on the reliability page is tried by a test that carries its number", () => {
  const tried = new Set(
    references.filter(({ at }) => /\.test\.tsx?:/.test(at)).map(({ heading }) => heading),
  );
  const attacks = headingsOf("reliability").filter((heading) => heading.startsWith("attack"));
  expect(
    attacks.filter((attack) => !tried.has(attack)),
    "Write a test whose title or comment names the attack (reliability, attack N).",
  ).toEqual([]);
});

test("rules are named in one spelling: 'spec, section 7', 'protocol 1.5', 'reliability 3.13'", () => {
  const others = texts.flatMap(({ file, text }) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        OTHER_SPELLINGS.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      ),
  );
  expect(others, "Spell it: spec, section 7; protocol 1.5; reliability 3.13.").toEqual([]);
});
