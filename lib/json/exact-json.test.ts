import { describe, expect, it } from "vitest";
import { JsonFault } from "#lib/json/bounded-json.ts";
import { parseExactJson, stringifyExactJson } from "#lib/json/exact-json.ts";

describe("exact JSON", () => {
  it("keeps an integer beyond 2^53 to the last digit, both ways", () => {
    const text = '{"id":9223372036854775807,"phone":79281234567}';
    expect(parseExactJson(text)).toEqual({ id: 9223372036854775807n, phone: 79281234567 });
    expect(stringifyExactJson(parseExactJson(text))).toBe(text);
  });

  it("leaves fractions and exponents numbers", () => {
    expect(parseExactJson("[1.5,1e300]")).toEqual([1.5, 1e300]);
  });

  it("refuses deep nesting before building it, and does not count brackets inside strings", () => {
    expect(() => parseExactJson("[".repeat(100_000))).toThrow(JsonFault);
    expect(parseExactJson('["[[[[[[[[[[[[[[\\"[["]', { maxDepth: 1 })).toHaveLength(1);
  });

  it("drops __proto__, so that no prototype is changed", () => {
    const parsed = parseExactJson('{"__proto__":{"admin":true},"a":1}') as Record<string, unknown>;
    expect(parsed.admin).toBeUndefined();
    expect(parsed).toEqual({ a: 1 });
  });

  it.each(["", "{", "undefined", "{'a':1}", "01"])("refuses %j, which is no JSON", (text) => {
    expect(() => parseExactJson(text)).toThrow(JsonFault);
  });
});
