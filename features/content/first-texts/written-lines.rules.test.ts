import { expect, test } from "vitest";
import { richTextOf } from "#features/content/first-texts/written-lines.rules.ts";
import { readRichText } from "#features/content/rich-text/rich-text.rules.ts";

test("lines become headings, lists and paragraphs of the editor's document", () => {
  const blocks = readRichText(richTextOf(["Begin", "## Part", "- one", "- two", "End", "- last"]));
  expect(blocks.map((block) => (block.kind === "list" ? block.items.length : block.kind))).toEqual([
    "paragraph",
    "heading",
    2,
    "paragraph",
    1,
  ]);
});
