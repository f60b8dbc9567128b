import { expect, test } from "vitest";
import { hasText } from "#app/_cms/parts/has-text.ts";

const rich = (...children: unknown[]) => ({ root: { type: "root", children } });
const paragraph = (...words: string[]) => ({
  type: "paragraph",
  children: words.map((text) => ({ type: "text", text })),
});

test("a field of words has text when something stands in it", () => {
  expect(["A word", "", "  \n", null, undefined, 5].map(hasText)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test("rich text has text when words stand somewhere in it, however deep", () => {
  expect(hasText(rich())).toBe(false);
  expect(hasText(rich(paragraph(), paragraph("", " ")))).toBe(false);
  expect(hasText(rich({ type: "list", children: [{ type: "listitem", children: [paragraph("x")] }] }))).toBe(
    true,
  );
  expect(hasText(rich({ type: "horizontalrule" }))).toBe(false);
});
