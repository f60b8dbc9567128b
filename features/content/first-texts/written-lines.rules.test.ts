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

test("lines with figures become a numbered list, which ends where one with dashes begins", () => {
  const blocks = readRichText(richTextOf(["1. one", "2. two", "- three"]));
  expect(blocks.map((block) => block.kind === "list" && [block.isNumbered, block.items.length])).toEqual([
    [true, 2],
    [false, 1],
  ]);
});

test("what stands between backticks becomes code, with brackets and all", () => {
  const [block] = readRichText(richTextOf(["Send `a[0](b)` first."]));
  expect(
    block?.kind === "paragraph" &&
      block.words.map((part) => part.kind === "text" && [part.text, part.marks.join()]),
  ).toEqual([
    ["Send ", ""],
    ["a[0](b)", "code"],
    [" first.", ""],
  ]);
});
