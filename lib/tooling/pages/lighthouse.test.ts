import { expect, test } from "vitest";
import { lighthouseWords, readScores } from "#lib/tooling/pages/lighthouse.ts";

const report = (performance: number | null) =>
  JSON.stringify({
    environment: { benchmarkIndex: 2_688.6 },
    categories: {
      performance: { score: performance },
      accessibility: { score: 0.98 },
      "best-practices": { score: 1 },
      seo: { score: 0.92 },
    },
  });

test("Lighthouse's scores are read as whole numbers up to 100, with its figure for the machine", () => {
  expect(readScores(report(0.956))).toEqual({
    performance: 96,
    accessibility: 98,
    bestPractices: 100,
    seo: 92,
    machineIndex: 2_689,
  });
});

test.each([[report(null)], ["{}"]])("a report of Lighthouse without scores is a problem: %s", (text) => {
  expect(() => readScores(text)).toThrow("Lighthouse's report has no score for performance.");
});

test("Lighthouse is asked whether an index may take a page, unless the page itself refuses every index", () => {
  const skipped = "--skip-audits=is-crawlable";
  expect(lighthouseWords("http://smsden.test/faq", { isUnlisted: false })).not.toContain(skipped);
  expect(lighthouseWords("http://smsden.test/search", { isUnlisted: true })).toContain(skipped);
});
