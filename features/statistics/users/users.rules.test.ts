import { describe, expect, test } from "vitest";
import {
  choiceQuery,
  dayAfter,
  daysOf,
  figuresOf,
  firstChoice,
  kindsShown,
  noCounts,
  readChoice,
} from "#features/statistics/users/users.rules.ts";

describe("figures", () => {
  test("the delivery rate counts numbers that no longer wait, and is none while there are none", () => {
    const counts = { ...noCounts, requests: 5, refused: 1, numbers: 4, waiting: 1, successes: 2, expired: 1 };
    expect(figuresOf(counts, 12)).toMatchObject({ deliveryPercent: 66.67, medianSeconds: 12 });
    expect(figuresOf({ ...noCounts, requests: 2, numbers: 1, waiting: 1 }, null).deliveryPercent).toBeNull();
  });

  test("what was refunded is no longer spent", () => {
    expect(
      figuresOf({ ...noCounts, capturedKopecks: 2_500, returnedKopecks: 1_250 }, null).spentKopecks,
    ).toBe(1_250);
  });
});

describe("kinds of purchases", () => {
  const none = { accountOrders: 0 };
  const numbers = ["all", "activation", "rental"];

  test("have ready accounts among them where those are sold, were bought, or are asked for", () => {
    expect(kindsShown(false, none, "all")).toEqual(numbers);
    expect(kindsShown(true, none, "all")).toEqual([...numbers, "accounts"]);
    expect(kindsShown(false, { accountOrders: 1 }, "rental")).toEqual([...numbers, "accounts"]);
    expect(kindsShown(false, none, "accounts")).toEqual([...numbers, "accounts"]);
  });
});

describe("days", () => {
  test("go over months, years and leap days", () => {
    expect(dayAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(dayAfter("2026-01-01", -1)).toBe("2025-12-31");
    expect(daysOf("2026-12-30", "2027-01-02")).toEqual([
      "2026-12-30",
      "2026-12-31",
      "2027-01-01",
      "2027-01-02",
    ]);
    expect(daysOf("2026-03-28", "2026-03-30")).toHaveLength(3);
  });
});

describe("the address of the page", () => {
  test.each([
    "",
    "?days=7",
    "?days=1&kind=rental&by=country",
    "?kind=accounts",
    "?from=2026-01-01&to=2026-01-31&by=service",
  ])("%j is read and written alike", (address) => {
    const query = Object.fromEntries(new URLSearchParams(address));
    expect(choiceQuery(readChoice(query))).toBe(address);
  });

  test("what makes no sense there gives way to what is chosen at first", () => {
    const nonsense = { days: "8", from: "2026-02-30", to: ["2026-01-01"], kind: "x", by: "" };
    expect(readChoice(nonsense)).toEqual(firstChoice);
    expect(readChoice({ from: "2026-02-02", to: "2026-02-01" })).toEqual(firstChoice);
  });
});
