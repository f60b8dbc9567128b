import { expect, test } from "vitest";
import { listSources } from "#lib/tooling/source-files.ts";

const MOST_LINES = 400;

test("no suite is longer than 400 lines", () => {
  const longer = listSources()
    .filter(
      ({ path: file, text }) => /\.(test|e2e)\.tsx?$/.test(file) && text.split("\n").length - 1 > MOST_LINES,
    )
    .map(({ path: file }) => file);
  expect(
    longer,
    "Split a longer suite by endpoint and outcome, with what its parts share in a factory beside them.",
  ).toEqual([]);
});
