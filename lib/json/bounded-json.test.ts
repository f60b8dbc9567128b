import { describe, expect, it, vi } from "vitest";
import { JsonFault, type NumberReading, readJson } from "#lib/json/bounded-json.ts";

const bounds = { maxDepth: 12, maxValues: 1_000 };
const readings: NumberReading[] = ["plain", "exact", "raw", "text"];

describe.each(readings)("numbers read as %s", (numbers) => {
  it.each([
    "",
    "{",
    "01",
    "[1 2]",
    "-",
    "1.",
    ".5",
    "1e",
    "+1",
    "{1:2}",
    '{12345678901234567890 :"a"}',
    '"a',
    "NaN",
    "[12345678901234567890",
    '[12345678901234567890"a"]',
    "[1,]",
  ])("what is no JSON is none: %s", (text) => {
    expect(() => readJson(text, bounds, numbers)).toThrow(JsonFault);
  });

  it.each([
    '{"a":[1,-2,3.5,1e3,0],"b":"12345678901234567890","c":{"d":null,"e":true}}',
    '[{"\\"1,2":"[{\\\\"}]',
    ' [ "a" , { "b" : [ ] } ] ',
    '"x"',
    "[]",
  ])("all else is what JSON.parse says: %s", (text) => {
    const plain = JSON.parse(text, (_key, value) =>
      numbers === "text" && typeof value === "number" ? String(value) : value,
    );
    const read = readJson(text.replace("1e3", numbers === "text" ? "1000" : "1e3"), bounds, numbers);
    expect(JSON.parse(JSON.stringify(read))).toEqual(plain);
  });

  it("members named __proto__ are dropped, however they are spelt", () => {
    const read = readJson('{"a":{"__proto__":{"admin":1},"\\u005f_proto__":{"admin":1}}}', bounds, numbers);
    expect(Object.keys((read as { a: object }).a)).toEqual([]);
    expect((read as { a: { admin?: unknown } }).a.admin).toBeUndefined();
  });
});

it("an integer beyond 2^53, a written number and a decimal stay what they are", () => {
  expect(readJson("[9223372036854775807,-9007199254740993,9007199254740991]", bounds, "exact")).toEqual([
    9223372036854775807n,
    -9007199254740993n,
    9007199254740991,
  ]);
  expect(JSON.stringify(readJson('{"a":1.00,"b":[1E5]}', bounds, "raw"))).toBe('{"a":1.00,"b":[1E5]}');
  expect(readJson('{"a":10.50,"b":12345678901234567890}', bounds, "text")).toEqual({
    a: "10.50",
    b: "12345678901234567890",
  });
});

it.each<[string, string, JsonFault["reason"]]>([
  ["depth", "[".repeat(5_000_000), "too-deep"],
  ["values of a list", `[${"0,".repeat(5_000_000)}0]`, "too-many"],
  ["members", `{${'"a":0,'.repeat(1_000_000)}"a":0}`, "too-many"],
  ["lists", "[],".repeat(1_000_000), "too-many"],
])("a bad text is refused by its %s before anything is built", (_what, text, reason) => {
  const parse = vi.spyOn(JSON, "parse");
  const fault = (() => {
    try {
      return readJson(text, bounds, "exact");
    } catch (error) {
      return error;
    }
  })();
  expect(fault).toMatchObject({ name: "JsonFault", reason });
  expect(parse).not.toHaveBeenCalled();
});

it("no reviver is called for the values of a text", () => {
  const parse = vi.spyOn(JSON, "parse");
  for (const numbers of readings) readJson("[1,1.5,12345678901234567890]", bounds, numbers);
  expect(parse.mock.calls.every(([, reviver]) => reviver === undefined)).toBe(true);
});
