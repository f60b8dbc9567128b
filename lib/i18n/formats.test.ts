import { describe, expect, test } from "vitest";
import {
  formatClock,
  formatDay,
  formatFigure,
  formatFromNow,
  formatMoment,
  formatNumber,
  isoDay,
} from "#lib/i18n/formats.ts";

const at = new Date("2026-11-03T20:05:00Z");

describe("numbers and dates", () => {
  test("thousands are parted by a space, decimals follow a comma", () => {
    expect(formatNumber(1234567.5, 2)).toBe("1\u00a0234\u00a0567,50");
    expect(formatNumber(999)).toBe("999");
    expect(formatNumber(-12345)).toBe("-12\u00a0345");
    expect(formatNumber(0.1, 2)).toBe("0,10");
  });

  test.each([
    ["5000.00", "5\u00a0000,00"],
    ["99.50", "99,50"],
    [20_000, "20\u00a0000"],
    ["10", "10"],
    ["T17X", "T17X"],
  ])("the figure %s of a program is written %s, and what is no figure stays", (figure, text) => {
    expect(formatFigure(figure)).toBe(text);
  });

  test("a date field's day is the time zone's own", () => {
    expect(isoDay(at, "Asia/Shanghai")).toBe("2026-11-04");
  });

  test.each([
    ["en", "11-03-2026"],
    ["ru", "03.11.2026"],
    ["cn", "2026年03日11月"],
    ["tr", "03.11.2026"],
    ["es", "03/11/2026"],
    ["hi", "03/11/2026"],
  ] as const)("a day in %s is %s", (locale, text) => {
    expect(formatDay(locale, at, "UTC")).toBe(text);
  });

  test("the day follows the given time zone, not the machine's", () => {
    expect(formatMoment("ru", at, "Asia/Shanghai")).toBe("04.11.2026 04:05");
  });

  test.each([
    ["en", 0, "now"],
    ["en", -5, "5 minutes ago"],
    ["en", -119, "1 hour ago"],
    ["en", 3 * 60, "in 3 hours"],
    ["en", -24 * 60, "1 day ago"],
    ["en", -7 * 24 * 60, null],
    ["en", 7 * 24 * 60, null],
    ["ru", -5, "5 минут назад"],
    ["zh-CN", -5, "5分钟前"],
    ["tr", 2 * 60, "2 saat sonra"],
    ["es", -2 * 24 * 60, "hace 2 días"],
    ["hi", -5, "5 मिनट पहले"],
  ])(
    "in %s a moment %i minutes from now is told as %s, and from a week on by its date",
    (tag, minutes, text) => {
      expect(formatFromNow(tag, new Date(at.getTime() + minutes * 60_000), at.getTime())).toBe(text);
    },
  );

  test("a clock never goes below zero", () => {
    expect(formatClock(845)).toBe("14:05");
    expect(formatClock(3723)).toBe("1:02:03");
    expect(formatClock(-5)).toBe("00:00");
  });
});
