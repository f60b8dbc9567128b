import { describe, expect, test } from "vitest";
import { problemsOf } from "#features/partners/cabinet/cabinet.rules.ts";

const now = new Date("2026-11-20T12:00:00Z");
const healthy = {
  ...{ enabled: true, endedAt: null, healthy: true, isFull: false, lastSuccessAt: now, penaltyUntil: null },
  ...{ looseTypesAt: null, costsCount: 2, hourCostsCount: 0, defaultCostKopecks: null },
};
const counts = {
  ...{ portsCount: 1, onLineCount: 1, onSaleCount: 1, lentCount: 0 },
  ...{ heldCount: 0, offlineCount: 0, usedUpCount: 0 },
};
const none = { ...counts, portsCount: 0, onLineCount: 0, onSaleCount: 0 };
const kinds = (...given: Parameters<typeof problemsOf>) => problemsOf(...given).map(({ kind }) => kind);

describe("what a partner has to mend", () => {
  test("is nothing while its numbers sell", () => {
    expect(problemsOf(healthy, counts, 0)).toEqual([]);
  });

  test.each([
    ["ended", { enabled: false, endedAt: now, healthy: false }],
    ["paused", { enabled: false, healthy: false }],
    ["never-called", { lastSuccessAt: null }],
    ["silent", { healthy: false }],
    ["full", { healthy: false, isFull: true }],
    ["no-costs", { costsCount: 0 }],
    ["loose-types", { looseTypesAt: now }],
  ])("the problem %s is named alone when nothing else is wrong", (kind, change) => {
    expect(kinds({ ...healthy, ...change }, counts, 0)).toEqual([kind]);
  });

  test("a penalty says until when, and words nobody understands how many", () => {
    expect(problemsOf({ ...healthy, healthy: false, penaltyUntil: now }, counts, 3)).toEqual([
      { kind: "penalty", until: now.toISOString() },
      { kind: "unknown-words", count: 3 },
    ]);
  });

  test("without numbers it is that, with numbers off line it is that", () => {
    expect(kinds(healthy, none, 0)).toEqual(["no-numbers"]);
    expect(kinds(healthy, { ...none, offlineCount: 2 }, 0)).toEqual(["nothing-on-line"]);
  });
});
