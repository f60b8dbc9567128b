import { expect, test } from "vitest";
import { findTitleProblem, listTestTitles } from "#lib/tooling/judges/test-titles.ts";
import { listSources } from "#lib/tooling/source-files.ts";

test("every title of a test can be read alone as a guarantee", () => {
  const tests = listSources().filter(({ path: file }) => /\.(test|e2e)\.tsx?$/.test(file));
  const offenders = tests.flatMap(({ path: file, text }) =>
    listTestTitles(text, file.endsWith(".tsx")).flatMap((found) => {
      const problem = findTitleProblem(found);
      return problem ? [`${file}: "${[...found.within, found.title].join(" > ")}" ${problem}`] : [];
    }),
  );
  expect(offenders, `Say who does what, in five words or more:\n${offenders.join("\n")}\n`).toEqual([]);
});

test.each([
  ["dust", "says too little"],
  ["is its key's alone", "says too little"],
  ["%s, %s and then %i", "says too little"],
  ["also when half of them come later", "goes on with another title"],
  ["refuses whatever is no amount at all", "has no subject"],
  ["rows without a figure stand last", null],
  ["a credited claim brings the amount less the fee", null],
])("the title '%s' is judged: %s", (title, problem) => {
  expect(findTitleProblem({ title, within: [] })).toBe(problem);
});

test("titles are found in every form, with what they stand in", () => {
  const found = listTestTitles(`
    describe.each([1])("a wallet", () => {
      it.each([[1], [2]])("holds %i roubles", () => {});
      test("is empty when it is new", { timeout: 5 }, async () => {});
    });
    test.setTimeout(5);
    test.skip(!given, "not here");
    test.step("a step", run);
  `);
  expect(found).toEqual([
    { title: "holds %i roubles", within: ["a wallet"] },
    { title: "is empty when it is new", within: ["a wallet"] },
  ]);
});
