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

test("words with an address in brackets become a link in the middle of their line", () => {
  const [block] = readRichText(richTextOf(["See the [offer](/public-offer) first."]));
  expect(
    block?.kind === "paragraph" && block.words.map((part) => [part.kind, "href" in part && part.href]),
  ).toEqual([
    ["text", false],
    ["link", "/public-offer"],
    ["text", false],
  ]);
});
