import { expect, test } from "vitest";
import { arrivalsOf } from "#features/rentals/news/rental-news.rules.ts";
import type { RentalDetails } from "#features/rentals/rentals.contract.ts";

const sms = (id: number, receivedAt: string, code: string | null = null) => ({
  ...{ id, code, receivedAt, sender: "Telegram", text: "A text" },
});

/** Told at 10:00:00 by the server, two hours before its end. */
const rental = {
  ...{ expiresAt: "2026-11-29T12:00:00.000Z", secondsLeft: 7_200 },
  messages: [
    sms(3, "2026-11-29T09:59:59.000Z", "482135"),
    sms(2, "2026-11-29T09:59:00.000Z"),
    sms(1, "2026-11-29T09:00:00.000Z", "111222"),
  ],
  calls: [{ id: 3, caller: "+441234", calledAt: "2026-11-29T09:59:30.000Z" }],
} as unknown as RentalDetails;

test("what came for a rental in the last while is told oldest first, SMS and calls together", () => {
  expect(arrivalsOf(rental, 60_000)).toEqual([
    { key: "message 2", code: null },
    { key: "call 3", code: null },
    { key: "message 3", code: "482135" },
  ]);
});

test("what came for a rental before that is no news, to the second", () => {
  expect(arrivalsOf(rental, 59_999).map(({ key }) => key)).toEqual(["call 3", "message 3"]);
  expect(arrivalsOf(rental, 0)).toEqual([]);
});

test("an extension of a rental moves its end and its seconds alike, and makes no old SMS new", () => {
  const extended = { ...rental, expiresAt: "2026-11-30T12:00:00.000Z", secondsLeft: 93_600 };
  expect(arrivalsOf(extended, 60_000)).toEqual(arrivalsOf(rental, 60_000));
});
