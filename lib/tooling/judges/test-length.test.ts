import { expect, test } from "vitest";
import { listSources } from "#lib/tooling/source-files.ts";

const MOST_LINES = 400;

/** Suites that were longer when the limit came. A file leaves this list when it is split; none is added. */
const STILL_LONGER = [
  "app/api/action-table.db.test.ts",
  "features/payments/gateway/gateway.contract.db.test.ts",
];

test("no suite is longer than 400 lines, and the list of those that still are only shrinks", () => {
  const longer = listSources()
    .filter(
      ({ path: file, text }) => /\.(test|e2e)\.tsx?$/.test(file) && text.split("\n").length - 1 > MOST_LINES,
    )
    .map(({ path: file }) => file);
  expect(
    longer,
    "Split a longer suite by endpoint and outcome, with what its parts share in a factory beside them; take a file off the list once it is short.",
  ).toEqual(STILL_LONGER);
});
