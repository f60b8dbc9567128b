import { expect, test } from "vitest";
import { isDay } from "#lib/i18n/days.ts";

test.each(["2024-02-29", "2026-12-31"])("%s is a day of the calendar", (day) =>
  expect(isDay(day)).toBe(true),
);
test.each(["2026-02-29", "2026-13-01", "2026-1-1", "0001-01-01", "2026-01-01T00:00", ""])(
  "'%s' is no day of the calendar",
  (day) => expect(isDay(day)).toBe(false),
);
