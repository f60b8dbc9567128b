import { describe, expect, it } from "vitest";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  balanceOf,
  given,
  type Rent,
  refusal,
  rent,
  say,
} from "#features/handler-api/rent/rent-routes.factory.ts";

describe("the time of a rent", () => {
  const hoursOf = ({ endDate }: Rent, from: Rent) =>
    Math.round((Date.parse(`${endDate}Z`) - Date.parse(`${from.endDate}Z`)) / 3_600_000);

  it.each(["rent_time", "hours", "time", "duration"])("is what %s says, at every action", async (name) => {
    const { buyer, country } = await given(2);
    const short = await rent(buyer, country);
    const long = await rent(buyer, country, { [name]: 24 });
    expect(hoursOf(long, short)).toBe(20);
    const id = long.id;
    const { price } = JSON.parse(await say(buyer, "continueRentInfo", { id, [name]: 48 })) as {
      price: number;
    };
    const before = await balanceOf(buyer);
    const { phone } = JSON.parse(await say(buyer, "continueRentNumber", { id, [name]: 48 })) as {
      phone: Rent;
    };
    expect(hoursOf(phone, long)).toBe(48);
    expect(before - (await balanceOf(buyer))).toBeCloseTo(price, 2);
  });

  it.each<[string, Sent]>([
    ["too short a duration", { duration: 3 }],
    ["a duration in words", { duration: "1 day" }],
    ["a duration with a unit", { duration: "24h" }],
    ["a broken number", { duration: "24.5" }],
    ["no number", { duration: "NaN" }],
    ["no number in the old spelling", { rent_time: "NaN" }],
    ["two times that differ", { rent_time: 4, duration: 24 }],
  ])("is refused when it is %s, and nothing is charged", async (_name, sent) => {
    const { buyer, country } = await given();
    const before = await balanceOf(buyer);
    expect(await say(buyer, "getRentNumber", { service: "tg", country, ...sent })).toBe(
      refusal("INVALID_TIME"),
    );
    expect(await balanceOf(buyer)).toBe(before);
  });

  it("is the same when none is given, for the price listed and the price charged", async () => {
    const { buyer, country } = await given();
    const rented = await rent(buyer, country);
    const { id } = rented;
    const told = JSON.parse(await say(buyer, "continueRentInfo", { id })) as { price: number; hours: number };
    const older = JSON.parse(await say(buyer, "getContinueRentPriceNumber", { id })) as { price: number };
    const before = await balanceOf(buyer);
    const { phone } = JSON.parse(await say(buyer, "continueRentNumber", { id })) as { phone: Rent };
    expect(before - (await balanceOf(buyer))).toBeCloseTo(told.price, 2);
    expect([older.price, hoursOf(phone, rented), told.hours]).toEqual([told.price, 4, 4]);
  });
});
