import { describe, expect, test } from "vitest";
import {
  listExcesses,
  type PageFigures,
  sayMachine,
  sumUp,
  toPagesTable,
  type Visit,
} from "#lib/tooling/pages/limits.ts";

const visit: Visit = {
  largestMs: 900,
  largest: "h1: Numbers for SMS codes",
  isLargestInHtml: true,
  listensMs: 1_900,
  blockedMs: 120,
  shift: 0,
  moved: [],
  requests: 20,
  bytes: 300_400,
};
const fullScores = {
  ...{ performance: 100, accessibility: 100, bestPractices: 100, seo: 100 },
  machineIndex: 2_689,
};
const page: PageFigures = { ...visit, address: "/ru", bareBlockedMs: 100, scores: null };
const still = { shift: 0, moved: [] };
const beside = { bare: [{ ...visit, blockedMs: 100 }], refreshed: still, scores: null };

describe("the figures of a page", () => {
  test("are the middle of its visits' times and the worst of their shifts, requests and bytes", () => {
    const visits = [
      { ...visit, largestMs: 3_000, largest: "p: late", listensMs: 2_500 },
      { ...visit, largestMs: 700, shift: 0.04, moved: ["a button"], requests: 22 },
      { ...visit, largestMs: 900, blockedMs: 90, bytes: 310_000 },
    ];
    expect(sumUp("/ru", visits, beside)).toEqual({
      ...page,
      shift: 0.04,
      moved: ["a button"],
      requests: 22,
      bytes: 310_000,
    });
  });

  test("of two visits have the later one's time, so that one slow visit is never hidden", () => {
    expect(sumUp("/", [visit, { ...visit, largestMs: 1_600 }], beside).largestMs).toBe(1_600);
  });

  test("have what moved while prices were refreshed, when nothing moved more", () => {
    const refreshed = { shift: 0.02, moved: ["a price"] };
    expect(sumUp("/", [visit], { ...beside, refreshed })).toMatchObject(refreshed);
  });

  test("say that scripts make the largest thing when they did on one visit", () => {
    const visits = [visit, { ...visit, isLargestInHtml: false }];
    expect(sumUp("/", visits, beside).isLargestInHtml).toBe(false);
  });
});

test("a page exactly at every limit exceeds none of them", () => {
  const scores = { ...fullScores, performance: 95 };
  const figures = { largestMs: 1_500, blockedMs: 150, shift: 0.0009, requests: 25, scores };
  expect(listExcesses({ ...page, ...figures })).toEqual([]);
});

test.each([
  [{ largestMs: 1_501 }, ["LCP"]],
  [{ isLargestInHtml: false }, ["largest thing"]],
  [{ blockedMs: 151 }, ["TBT"]],
  [{ shift: 0.001 }, ["CLS"]],
  [{ requests: 26 }, ["requests"]],
  [
    { scores: { ...fullScores, performance: 94, accessibility: 99, bestPractices: 99, seo: 99 } },
    ["performance", "accessibility", "best practices", "SEO"],
  ],
])("a page with %j is named with the limits that it exceeds", (figures, excesses) => {
  expect(listExcesses({ ...page, ...figures })).toEqual(excesses);
});

describe("the table of pages", () => {
  test("has one row a page, which says what is too much of it", () => {
    expect(toPagesTable([page, { ...page, address: "/", largest: "p: a | b", shift: 0.043 }])).toBe(
      [
        "| page | LCP, ms | largest thing | listens, ms | TBT, ms | bare page's | CLS | requests | KB | too much |",
        "|---|---|---|---|---|---|---|---|---|---|",
        "| /ru | 900 | h1: Numbers for SMS codes | 1,900 | 120 | 100 | 0.000 | 20 | 300 | nothing |",
        "| / | 900 | p: a \\| b | 1,900 | 120 | 100 | 0.043 | 20 | 300 | CLS |",
      ].join("\n"),
    );
  });

  test("shows Lighthouse's scores where it was asked, and their columns only then", () => {
    const scored = { ...page, scores: { ...fullScores, performance: 97, bestPractices: 96 } };
    expect(toPagesTable([scored])).toContain("| 97 | 100 | 96 | 100 | best practices |");
    expect(toPagesTable([page])).not.toContain("performance");
  });
});

test("the speed of the machine is told by Lighthouse's figures for it, and by nothing where it was not asked", () => {
  const scored = [2_689, 2_100, 2_400].map((machineIndex) => ({
    ...page,
    scores: { ...fullScores, machineIndex },
  }));
  expect(sayMachine([page, ...scored])).toBe(
    "Lighthouse's index of the machine: 2100 to 2689, in the middle 2400.",
  );
  expect(sayMachine([page])).toBe("");
});
