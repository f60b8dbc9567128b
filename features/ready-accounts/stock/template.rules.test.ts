import { expect, test } from "vitest";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import {
  parseTemplate,
  readStock,
  type StockTemplate,
} from "#features/ready-accounts/stock/template.rules.ts";

const template = parseTemplate("login:password") as StockTemplate;
const csv = parseTemplate("phone,session") as StockTemplate;

test.each([
  ["login:password", { separator: ":", fields: ["login", "password"] }],
  ["phone|session|hint", { separator: "|", fields: ["phone", "session", "hint"] }],
  ["key", { separator: null, fields: ["key"] }],
  ["login:", null],
  ["login:login", null],
  ["Login:password", null],
  ["", null],
])("the template %j is read as fields and their separator, or refused", (text, read) => {
  expect(parseTemplate(text)).toEqual(read);
});

test("lines of stock are read by the template, without its own names and empty lines", () => {
  const { lines, refused } = readStock("login:password\r\nAnna:one\n\n bob : two \n", template);
  expect(refused).toEqual([]);
  expect(lines).toEqual([
    { line: 2, text: "Anna:one", identity: "anna" },
    { line: 4, text: "bob:two", identity: "bob" },
  ]);
});

test("a cell of CSV may hold the separator and quotes, and keeps its own where it has to", () => {
  const { lines } = readStock('+49 151-123456,"a ""b"", c"', csv);
  expect(lines).toEqual([{ line: 1, text: '+49 151-123456,"a ""b"", c"', identity: "49151123456" }]);
});

test("each line that cannot be taken is named with its reason and without its words", () => {
  const long = `anna3:${"x".repeat(stockLimits.line)}`;
  const { lines, refused } = readStock(`anna:secret\nanna2\n:secret\n${long}\nANNA:other`, template);
  expect(lines).toHaveLength(1);
  expect(refused).toEqual([
    { line: 2, problem: "fields" },
    { line: 3, problem: "empty-field" },
    { line: 4, problem: "too-long" },
    { line: 5, problem: "twice" },
  ]);
  expect(JSON.stringify(refused)).not.toContain("secret");
});

test("a list with too many lines is cut off, and says where", () => {
  const text = Array.from({ length: stockLimits.lines + 5 }, (_, at) => `user${at}:x`).join("\n");
  const { lines, refused } = readStock(text, template);
  expect(lines).toHaveLength(stockLimits.lines);
  expect(refused).toEqual([{ line: stockLimits.lines + 1, problem: "too-many" }]);
});

test("the same number written with and without its signs is one account", () => {
  const { refused } = readStock("+49 (151) 123-456,a\n49151123456,b", csv);
  expect(refused).toEqual([{ line: 2, problem: "twice" }]);
});
