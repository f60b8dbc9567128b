import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { DECISIONS, decisionsIndex, PARTS, readDecisions } from "#lib/tooling/drawn/decisions.ts";
import { ROOT } from "#lib/tooling/files.ts";

const LAYOUT =
  "Lay it out as its neighbours: `# Title` without a number, `2026-11-30, accepted.` (and, on the same line, which decision it changes), " +
  "then ## Context, ## Decision and ## Consequence, each with text.";
const read = readDecisions();
const decisions = read.flatMap(({ decision }) => decision ?? []);
const textOf = (file: string) => readFileSync(path.join(ROOT, DECISIONS, file), "utf8");

test("every decision has a title, its date and status, and context, decision and consequence in this order", () => {
  expect(decisions.length).toBeGreaterThan(100);
  const unlike = read
    .filter(({ decision }) => decision?.headings.join() !== PARTS.join() || decision.empty.length > 0)
    .map(({ file }) => `${DECISIONS}/${file}`);
  expect(unlike, LAYOUT).toEqual([]);
});

test("no two decisions have one number or one title", () => {
  for (const key of ["number", "title"] as const) {
    const all = decisions.map((decision) => decision[key]);
    const remedy = "Give the later one a number above all others, and a title of its own.";
    expect(
      all.filter((one, at) => all.indexOf(one) !== at),
      remedy,
    ).toEqual([]);
  }
});

test("docs/decisions/README.md lists every decision (npm run decisions)", () => {
  expect(textOf("README.md"), "npm run decisions draws it anew.").toBe(decisionsIndex(decisions));
});

test("decisions refer to decisions that are there", () => {
  const lost = read.flatMap(({ file }) =>
    [...textOf(file).matchAll(/\]\((\d{4}-[^)#]+\.md)/g)]
      .filter(([, other = ""]) => !existsSync(path.join(ROOT, DECISIONS, other)))
      .map(([, other]) => `${file}: ${other}`),
  );
  expect(lost, "Name the file of the decision that is meant.").toEqual([]);
});

test("every decision that is named by its number in the documents is there", () => {
  const numbers = new Set(decisions.map(({ number }) => number));
  const named = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/ways.md",
    "docs/testing.md",
    "docs/operations.md",
  ].flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), "utf8").matchAll(/\bdecision (\d{1,4})\b/g)].map(
      ([, number = ""]) => `${file}: ${number.padStart(4, "0")}`,
    ),
  );
  expect(
    named.filter((one) => !numbers.has(one.slice(-4))),
    "Name a decision that is there, with its file as a link.",
  ).toEqual([]);
});
