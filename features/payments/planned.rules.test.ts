import { expect, test } from "vitest";
import { type Planned, plannedText, readPlanned, topUpPath } from "#features/payments/planned.rules.ts";

test.each<[Planned, string]>([
  [{ kind: "software", productId: 3 }, "software-3"],
  [{ kind: "accounts", offerId: 17, count: 2 }, "accounts-17-2"],
  [{ kind: "accounts", offerId: 700_000_018, count: 5_000 }, "accounts-700000018-5000"],
])("what is planned travels in an address as ids and is read out of it again: %j", (planned, text) => {
  expect(plannedText(planned)).toBe(text);
  expect(readPlanned(text)).toEqual(planned);
  expect(topUpPath(planned)).toBe(`/profile/pay?planned=${text}`);
});

test("a top-up without a purchase before it names none", () => {
  expect(topUpPath(null)).toBe("/profile/pay");
});

test.each([
  "",
  "software",
  "software-0",
  "software-1-1",
  "accounts-17",
  "accounts-17-0",
  "accounts-17-2-",
  "numbers-3",
  "https://elsewhere.example",
  "//elsewhere.example",
  "/profile/settings",
  "software-3/../../authorization",
  "software-3\n",
  "software--3",
  "software-1e3",
  "software-9999999999999999",
])("whatever else stands in the address leads nowhere: %j", (text) => {
  expect(readPlanned(text)).toBeNull();
});
