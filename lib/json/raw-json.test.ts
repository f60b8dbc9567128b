import { expect, test } from "vitest";
import { JsonFault } from "#lib/json/bounded-json.ts";
import { parseRawObject, phpJsonText, sortedJsonText } from "#lib/json/raw-json.ts";

test("numbers come out as they were written, keys in order at every depth", () => {
  const text = '{"z":1.00,"a":{"y":1e3,"b":-0.0,"x":1E-7},"m":12345678901234567890}';
  expect(sortedJsonText(parseRawObject(text), "kept")).toBe(
    '{"a":{"b":-0.0,"x":1E-7,"y":1e3},"m":12345678901234567890,"z":1.00}',
  );
});

test("arrays are kept or made objects of, as the sender does", () => {
  const tree = parseRawObject('{"b":[{"d":1.0,"c":2},"x"],"a":[]}');
  expect(sortedJsonText(tree, "kept")).toBe('{"a":[],"b":[{"c":2,"d":1.0},"x"]}');
  expect(sortedJsonText(tree, "as-objects")).toBe('{"a":{},"b":{"0":{"c":2,"d":1.0},"1":"x"}}');
});

test("texts are written as JSON.stringify writes them, whatever escapes came", () => {
  const tree = parseRawObject('{"a":"\\u043e\\/\\u0041","b":true,"c":null}');
  expect(sortedJsonText(tree, "kept")).toBe('{"a":"о/A","b":true,"c":null}');
});

test("PHP escapes slashes and line separators and leaves other letters", () => {
  expect(phpJsonText({ url: "https://a/b", text: "оплата \u2028 1.00", list: [1] })).toBe(
    '{"url":"https:\\/\\/a\\/b","text":"оплата \\u2028 1.00","list":[1]}',
  );
  expect(phpJsonText(parseRawObject('{"fee":1.00,"a":"x\\/y"}'))).toBe('{"fee":1.00,"a":"x\\/y"}');
});

test("a member named __proto__ changes nothing but itself", () => {
  const tree = parseRawObject('{"b":1,"__proto__":{"polluted":1}}');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(sortedJsonText(tree, "kept")).toContain('"b":1');
});

test.each(["", "[]", "1", "null", "{", '{"a":01}', "x", `${'{"a":'.repeat(13)}1${"}".repeat(13)}`])(
  "%s is no object to be read",
  (text) => {
    expect(() => parseRawObject(text)).toThrow(JsonFault);
  },
);
