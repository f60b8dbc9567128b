import { expect, test } from "vitest";
import { listSources } from "#lib/tooling/source-files.ts";

/** Statements that spell states as the predicate of an index does, word for word, so that the planner knows it again. */
const AS_THE_INDEX_SAYS: readonly string[] = [
  "features/back-office/corrections/corrections.writes.ts",
  "features/back-office/orders.reads.ts",
  "features/payments/claims/claim-decision.writes.ts",
];

const sources = listSources().filter(
  ({ path: file }) => file.startsWith("features/") && file.endsWith(".ts"),
);

test("every state table is held pair by pair, by a list of its own", () => {
  const tables = sources.filter(({ code }) => /\bstateTable</.test(code)).map(({ path: file }) => file);
  const held = sources.filter(({ code }) => code.includes("expectPairs(")).map(({ path: file }) => file);
  expect(tables.length).toBeGreaterThanOrEqual(10);
  expect(
    tables.filter((file) => !held.includes(file.replace(/\.ts$/, ".test.ts"))),
    "List every pair of the table in the test beside it: expectPairs of lib/testing.",
  ).toEqual([]);
});

/** Checks say their states themselves: they judge the tables too. */
test("no statement lists states by hand, but for checks and what an index says word for word", () => {
  const byHand = sources.filter(
    ({ path: file, code }) =>
      !/\.(checks|factory|test)\.ts$/.test(file) &&
      /\bstate (?:not )?in \('|\bstate (?:=|<>) (?:any|all) \('\{/.test(code),
  );
  expect(
    byHand.map(({ path: file }) => file),
    "Take the states from the state table (statesBefore, openStates); a file that lists none any more leaves the list here.",
  ).toEqual(AS_THE_INDEX_SAYS);
});
