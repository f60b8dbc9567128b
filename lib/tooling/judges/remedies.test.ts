import { expect, test } from "vitest";
import { listSources } from "#lib/tooling/source-files.ts";

/** Suites that judge what somebody has just written, rather than a function. */
const JUDGES = /\blistSources\b|#lib\/db\/sql-files\.ts"|"\*\*\/page\.tsx"|#lib\/i18n\/messages\.ts"/;

/** What stands between the parentheses that close at `end`. */
function argumentsBefore(code: string, end: number): string {
  let depth = 1;
  let at = end;
  while (depth > 0 && at > 0) {
    at -= 1;
    if (code[at] === ")") depth += 1;
    if (code[at] === "(") depth -= 1;
  }
  return code.slice(at + 1, end);
}

function hasSecondArgument(code: string): boolean {
  let depth = 0;
  for (const [at, sign] of [...code].entries()) {
    if ("([{".includes(sign)) depth += 1;
    if (")]}".includes(sign)) depth -= 1;
    if (sign === "," && depth === 0 && code.slice(at + 1).trim() !== "") return true;
  }
  return false;
}

test("a test that judges the tree says with every list of offenders what is to be done", () => {
  const judges = listSources().filter(
    ({ path: file, code }) =>
      /^(?:lib\/tooling|lib\/i18n|features\/site)\/.*(?<!\.db)\.test\.ts$/.test(file) && JUDGES.test(code),
  );
  expect(judges.length).toBeGreaterThan(12);
  const silent = judges.flatMap(({ path: file, code }) =>
    [...code.matchAll(/\)\.toEqual\(\[\]\)/g)]
      .map(({ index }) => argumentsBefore(code, index))
      .filter((given) => !hasSecondArgument(given))
      .map((given) => `${file}: expect(${given.trim().slice(0, 80)})`),
  );
  expect(silent, `Give expect the remedy as its second argument.\n${silent.join("\n")}`).toEqual([]);
});
