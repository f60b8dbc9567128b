import { expect, test } from "vitest";
import { StockUploadBody } from "#features/ready-accounts/stock/stock.contract.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { listProblem, noStock, stockBody } from "#features/ready-accounts/stock/typed-stock.rules.ts";

test("the form of an upload becomes what the call takes, its day the day's beginning in UTC", () => {
  const body = stockBody({ text: "anna:one\nbob:two", expires: "2026-12-01", skipsRefused: true });
  expect(body).toEqual({
    ...{ text: "anna:one\nbob:two", expiresAt: "2026-12-01T00:00:00.000Z", skipsRefused: true },
  });
  expect(StockUploadBody.parse(body)).toEqual(body);
});

test("an upload without a day never expires", () => {
  expect(stockBody({ ...noStock, text: "anna:one" })).toMatchObject({ expiresAt: null });
});

test.each([
  ["missing", " \n"],
  ["too-long", "x".repeat(stockLimits.text + 1)],
])("an upload whose list is %s is not sent", (problem, text) => {
  expect(listProblem({ ...noStock, text })).toBe(problem);
  expect(stockBody({ ...noStock, text })).toBeNull();
});

test("an upload is sent up to its last allowed character", () => {
  expect(listProblem({ ...noStock, text: "x".repeat(stockLimits.text) })).toBeNull();
});
