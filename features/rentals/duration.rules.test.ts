import { expect, it } from "vitest";
import {
  boundsIn,
  inputIn,
  quickTerms,
  spanText,
  stepped,
  termOf,
  wishOfHours,
} from "#features/rentals/duration.rules.ts";

const all = { min: 4, max: 672 };

it.each([
  ["4", "hours", 4],
  ["672", "hours", 672],
  ["28", "days", 672],
  [" 1 ", "days", 24],
] as const)("the input '%s' %s is read as %i hours", (text, unit, hours) => {
  expect(termOf({ text, unit }, all)?.hours).toBe(hours);
});

it.each([
  ["3", "hours"],
  ["673", "hours"],
  ["29", "days"],
  ["0", "days"],
  ["1.5", "days"],
  ["-5", "hours"],
  ["1e2", "hours"],
  ["", "hours"],
] as const)("'%s' %s is no time of a rental", (text, unit) => {
  expect(termOf({ text, unit }, all)).toBeNull();
});

it("the time stays the same when the unit changes, within what is possible", () => {
  expect(inputIn("hours", { text: "3", unit: "days" }, all)).toEqual({ text: "72", unit: "hours" });
  expect(inputIn("days", { text: "25", unit: "hours" }, all)).toEqual({ text: "2", unit: "days" });
  expect(inputIn("days", { text: "x", unit: "hours" }, all)).toEqual({ text: "1", unit: "days" });
  expect(inputIn("days", { text: "50", unit: "hours" }, { min: 4, max: 50 })).toEqual({
    text: "2",
    unit: "days",
  });
});

it("steps within the bounds and offers only times that fit", () => {
  expect(stepped({ text: "4", unit: "hours" }, -1, all).text).toBe("4");
  expect(stepped({ text: "28", unit: "days" }, 1, all).text).toBe("28");
  expect(stepped({ text: "5", unit: "hours" }, 1, all).text).toBe("6");
  expect(quickTerms(all)).toEqual([4, 24, 72, 168, 672]);
  expect(quickTerms({ min: 4, max: 100 })).toEqual([4, 24, 72]);
  expect(boundsIn("days", all)).toEqual({ min: 1, max: 28 });
  expect(wishOfHours(30)).toEqual({ text: "30", unit: "hours" });
});

it("times are told in the words of each language", () => {
  expect(spanText("en", 30 * 3_600)).toBe("1 day 6 hours");
  expect(spanText("en", 3_600 + 61)).toBe("1 hour 2 minutes");
  expect(spanText("en", 0)).toBe("1 minute");
  expect(spanText("en", 48 * 3_600)).toBe("2 days");
  expect(spanText("ru", 5 * 86_400 + 7_200)).toBe("5 дней 2 часа");
  expect(spanText("zh-CN", 86_400)).toBe("1天");
});
