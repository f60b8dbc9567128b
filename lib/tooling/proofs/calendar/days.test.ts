import { expect, test } from "vitest";
import { CALENDAR_DAYS, drawMoment, findDay } from "./days.ts";

const starts = (now: string) =>
  Object.fromEntries(
    CALENDAR_DAYS.map(({ name, startMs }) => [name, new Date(startMs(Date.parse(now))).toISOString()]),
  );

test("the days of the calendar are computed from the day on which the proof is run", () => {
  expect(starts("2026-11-24T14:30:00.000Z")).toEqual({
    "two-days-ahead": "2026-11-26T14:30:00.000Z",
    "new-year": "2026-12-31T23:56:00.000Z",
    "leap-day": "2028-02-29T06:00:00.000Z",
    "summer-time": "2027-03-28T00:56:00.000Z",
    monday: "2026-11-29T23:56:00.000Z",
    "ten-years": "2036-11-24T14:30:00.000Z",
  });
});

test("a calendar day that has begun or passed is replaced by the next one of its kind", () => {
  expect(starts("2028-12-31T23:57:00.000Z")).toMatchObject({
    "new-year": "2029-12-31T23:56:00.000Z",
    "leap-day": "2032-02-29T06:00:00.000Z",
    "summer-time": "2029-03-25T00:56:00.000Z",
    monday: "2029-01-07T23:56:00.000Z",
  });
  expect(starts("2028-02-29T12:00:00.000Z")).toMatchObject({ "leap-day": "2032-02-29T06:00:00.000Z" });
});

test("a day of the calendar is found by its name or its number", () => {
  expect(findDay("leap-day")?.name).toBe("leap-day");
  expect(findDay("3")?.name).toBe("leap-day");
  expect(findDay("0")).toBeUndefined();
  expect(findDay("7")).toBeUndefined();
});

test("a seed draws the same moment again, every kind of day, and never the past", () => {
  const nowMs = Date.parse("2026-11-24T14:30:00.000Z");
  const drawn = Array.from({ length: 700 }, (_, seed) => drawMoment(seed, nowMs));
  expect(drawMoment(41, nowMs)).toEqual(drawn[41]);
  expect(new Set(drawn.map(({ name }) => name)).size).toBe(CALENDAR_DAYS.length + 1);
  expect(drawn.every(({ startMs }) => startMs >= nowMs)).toBe(true);
  expect(new Set(drawn.map(({ startMs }) => startMs)).size).toBe(CALENDAR_DAYS.length + 100);
});
