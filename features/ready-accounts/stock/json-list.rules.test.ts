import { expect, test } from "vitest";
import { readJsonList } from "#features/ready-accounts/stock/json-list.rules.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { parseTemplate, type StockTemplate } from "#features/ready-accounts/stock/template.rules.ts";
import { JsonFault } from "#lib/json/bounded-json.ts";

const template = parseTemplate("login:password") as StockTemplate;

test("objects of a JSON list are read by the template's names in any order, and texts as lines are", () => {
  const { lines, refused } = readJsonList(
    JSON.stringify([
      { password: "one", login: "Anna" },
      " bob : two ",
      { login: "+49 151-1234", password: 7 },
    ]),
    template,
  );
  expect(refused).toEqual([]);
  expect(lines).toEqual([
    { line: 1, text: "Anna:one", identity: "anna" },
    { line: 2, text: "bob:two", identity: "bob" },
    { line: 3, text: "+49 151-1234:7", identity: "491511234" },
  ]);
});

test("a value of several lines is delivered in quotes, and one that has the separator or a quote too", () => {
  const values = ["a\nb", "a:b", '"a'].map((password, at) => ({ login: `user${at}`, password }));
  const { lines } = readJsonList(JSON.stringify(values), template);
  expect(lines.map(({ text }) => text)).toEqual(['user0:"a\nb"', 'user1:"a:b"', 'user2:"""a"']);
});

test("each account of a JSON list that cannot be taken is named by its place and reason, without its words", () => {
  const list = [
    { login: "anna", password: "secret" },
    { login: "anna2", password: "secret", mail: "secret" },
    { login: "anna3" },
    { login: "anna4", password: null },
    { login: "anna5", password: "" },
    { login: "anna6", password: "a\u0000b" },
    { login: "anna7", password: "x".repeat(stockLimits.line) },
    { login: "ANNA", password: "other" },
    ["anna8"],
    "no separator",
  ];
  const { lines, refused } = readJsonList(JSON.stringify(list), template);
  expect(lines).toHaveLength(1);
  expect(refused).toEqual([
    { line: 2, problem: "names" },
    { line: 3, problem: "names" },
    { line: 4, problem: "not-text" },
    { line: 5, problem: "empty-field" },
    { line: 6, problem: "control" },
    { line: 7, problem: "too-long" },
    { line: 8, problem: "twice" },
    { line: 9, problem: "not-text" },
    { line: 10, problem: "fields" },
  ]);
});

test("a JSON list is read up to the limit of an upload, and says where it was left", () => {
  const list = Array.from({ length: stockLimits.lines + 5 }, (_, at) => `user${at}:x`);
  const { lines, refused } = readJsonList(JSON.stringify(list), template);
  expect(lines).toHaveLength(stockLimits.lines);
  expect(refused).toEqual([{ line: stockLimits.lines + 1, problem: "too-many" }]);
});

test.each(["", "{}", '"anna:one"', "[1,]", "[[[[1]]]]", `[${"1,".repeat(100_001)}1]`])(
  "what is no list of accounts is refused as a whole (%#)",
  (text) => {
    expect(() => readJsonList(text, template)).toThrow(JsonFault);
  },
);
