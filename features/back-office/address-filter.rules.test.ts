import { expect, test } from "vitest";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { listDeskPaymentsEndpoint } from "#features/back-office/payments/payments.contract.ts";

test("a list begins with the filters of its page's address", () => {
  const address = { days: "credited", from: "2026-11-27", to: "2026-11-27", state: "odd" };
  expect(filterInAddress(listDeskPaymentsEndpoint, address)).toEqual(address);
});

test.each([
  ["a value that the list would refuse", { state: "nonsense", from: "2026-13-40" }],
  ["a filter that it does not have", { colour: "red", toString: "x", constructor: "x" }],
  ["a filter given twice", { state: ["odd", "failed"] }],
  ["a place in the list", { before: "17" }],
])("an address with %s leaves the list as it is", (_what, address) => {
  expect(filterInAddress(listDeskPaymentsEndpoint, address)).toEqual({});
});
