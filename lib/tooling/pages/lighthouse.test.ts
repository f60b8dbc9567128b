import { expect, test } from "vitest";
import { readScores } from "#lib/tooling/pages/lighthouse.ts";

const report = (performance: number | null) =>
  JSON.stringify({ categories: { performance: { score: performance }, "best-practices": { score: 1 } } });

test("Lighthouse's scores are read as whole numbers up to 100", () => {
  expect(readScores(report(0.956))).toEqual({ performance: 96, bestPractices: 100 });
});

test.each([[report(null)], ["{}"]])("a report of Lighthouse without scores is a problem: %s", (text) => {
  expect(() => readScores(text)).toThrow("Lighthouse's report has no score for performance.");
});
