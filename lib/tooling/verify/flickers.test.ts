import { expect, test } from "vitest";
import { filesToRunAgain, judge, type Rerun } from "#lib/tooling/verify/flickers.ts";
import type { Failure } from "#lib/tooling/verify/records.ts";

const failureIn = (name: string): Failure => ({
  ...{ runner: "tests", file: `${name}.test.ts` },
  ...{ title: `${name} holds`, message: "it did not" },
});
const rerunOf = (name: string, hasPassed: boolean): Rerun => ({
  ...{ runner: "tests", file: `${name}.test.ts`, hasPassed },
  ...{ firstMs: 1_000, againMs: 900 },
});

test("two files that pass alone are let through by name, a third one makes all of them red", () => {
  const names = ["a", "b", "c"];
  const two = judge(
    names.slice(0, 2).map(failureIn),
    names.slice(0, 2).map((name) => rerunOf(name, true)),
  );
  expect(two).toMatchObject({ failures: [], flickers: [{ file: "a.test.ts" }, { file: "b.test.ts" }] });
  const three = judge(
    names.map(failureIn),
    names.map((name) => rerunOf(name, true)),
  );
  expect(three.flickers).toHaveLength(3);
  expect(three.failures).toHaveLength(3);
});

test("a file that fails alone too stays red beside one that flickers", () => {
  const verdict = judge([failureIn("a"), failureIn("b")], [rerunOf("a", true), rerunOf("b", false)]);
  expect(verdict.failures).toEqual([failureIn("b")]);
  expect(verdict.flickers.map(({ file }) => file)).toEqual(["a.test.ts"]);
});

test("what failed outside of test files is never taken for a flicker", () => {
  const step: Failure = { title: "types", message: "exit code 2" };
  expect(filesToRunAgain([step])).toEqual([]);
  expect(judge([step], []).failures).toEqual([step]);
});

test("a file with several failed tests is run again once, and too many files not at all", () => {
  expect(filesToRunAgain([failureIn("a"), failureIn("a"), failureIn("b")])).toHaveLength(2);
  const many = Array.from({ length: 13 }, (_, index) => failureIn(`f${index}`));
  expect(filesToRunAgain(many)).toEqual([]);
});

test("a journey counts as itself in each project that it runs in", () => {
  const journey = (project: string): Failure => ({
    ...{ runner: "journeys", file: "pay.e2e.ts", project, title: "pays", message: "no" },
  });
  const rerun: Rerun = {
    ...{ runner: "journeys", file: "pay.e2e.ts", project: "later" },
    ...{ hasPassed: true, firstMs: 1, againMs: 1 },
  };
  expect(judge([journey("later"), journey("stand-ins")], [rerun]).failures).toEqual([journey("stand-ins")]);
});
