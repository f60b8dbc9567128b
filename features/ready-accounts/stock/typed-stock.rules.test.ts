import { expect, test } from "vitest";
import { StockUploadBody } from "#features/ready-accounts/stock/stock.contract.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import {
  formatOfFile,
  inFormat,
  listProblem,
  noStock,
  stockBody,
  typedFile,
} from "#features/ready-accounts/stock/typed-stock.rules.ts";

test("the form of an upload becomes what the call takes, its day the day's beginning in UTC", () => {
  const list = { format: "json", text: '["anna:one"]', skipsRefused: true } as const;
  const body = stockBody({ ...list, expires: "2026-12-01" });
  expect(body).toEqual({ ...list, expiresAt: "2026-12-01T00:00:00.000Z" });
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

test.each([
  ["stock.json", "json"],
  ["STOCK.JSON", "json"],
  ["stock.csv", "lines"],
  ["json", "lines"],
  ["stock.zip", "zip"],
])("the file %s is read as %s", (name, format) => {
  expect(formatOfFile(name)).toBe(format);
});

test("a file is read by its form, an archive as base64, and one that is too large is not sent", async () => {
  expect(await typedFile(new File(["[]"], "stock.json"))).toEqual({ format: "json", text: "[]" });
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 256);
  const read = await typedFile(new File([bytes], "stock.zip"));
  expect(read).toEqual({ format: "zip", text: Buffer.from(bytes).toString("base64") });
  const large = await typedFile(new File([new Uint8Array(stockLimits.archiveText + 1)], "large.zip"));
  expect(stockBody({ ...noStock, ...large })).toBeNull();
  const packed = await typedFile(new File([new Uint8Array(stockLimits.archiveText - 10)], "packed.zip"));
  expect(listProblem({ ...noStock, ...packed })).toBe("too-long");
});

test("what was typed stays where a list is written in another form, and goes where one of them is an archive", () => {
  const typed = { ...noStock, text: "anna:one" };
  expect(inFormat(typed, "json")).toEqual({ format: "json", text: "anna:one" });
  expect(inFormat(typed, "zip")).toEqual({ format: "zip", text: "" });
  expect(inFormat({ ...typed, format: "zip" }, "lines")).toEqual({ format: "lines", text: "" });
});
