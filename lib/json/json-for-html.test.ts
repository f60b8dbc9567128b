import { expect, test } from "vitest";
import { jsonForHtml } from "#lib/json/json-for-html.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

test("JSON in a script element says what was given, and nothing in it ends the element", () => {
  const values = [...xssPayloads, "\u2028\u2029", "<!-- <script>", "a & b"];
  const text = jsonForHtml(values);
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(values);
});
