import { expect, it } from "vitest";
import {
  answerMsOf,
  meanAnswerMs,
  noNumbersPercent,
  type SupplierSums,
} from "#features/supply/health/figures.rules.ts";

const none: SupplierSums = {
  ...{ numbers: 0, noNumbers: 0, failed: 0, unanswered: 0, timed: 0, answerMsSum: 0 },
  ...{ withinGroups: [0, 0, 0, 0, 0], sms: 0, unusable: 0 },
};

it("without attempts there is no share and no answer time", () => {
  expect([noNumbersPercent(none), meanAnswerMs(none), answerMsOf(90, none)]).toEqual([null, null, null]);
});

it("NO_NUMBERS are counted against the answers that tell of stock, failures are not", () => {
  expect(noNumbersPercent({ ...none, numbers: 2, noNumbers: 1, failed: 90, unanswered: 9 })).toBe(33.3);
});

it("90 of a hundred answers came within the first group that holds as many, or in none", () => {
  const sums = { ...none, timed: 10, answerMsSum: 4_321 };
  expect(meanAnswerMs(sums)).toBe(432);
  expect(answerMsOf(90, { ...sums, withinGroups: [3, 8, 9, 10, 10] })).toBe(1_000);
  expect(answerMsOf(90, { ...sums, withinGroups: [3, 5, 6, 7, 8] })).toBeNull();
});
