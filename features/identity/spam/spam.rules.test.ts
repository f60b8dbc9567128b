import { expect, test } from "vitest";
import { countLinks, flagsOf } from "#features/identity/spam/spam.rules.ts";

test.each([
  ["Good numbers, thank you.", 0],
  ["It came at once.Thanks", 0],
  ["version 1.5 of node.js", 0],
  ["see https://evil.example/a.b", 1],
  ["www.evil.example and evil.com", 2],
  ["evil。com evil．xyz кассир.рф", 3],
  ["write to me@evil.com", 1],
  ["https://www.evil.com", 1],
])("the text %j is counted with %i links", (text, links) => expect(countLinks(text)).toBe(links));

test("no text, however hostile, makes the counting of links slow", () => {
  const started = performance.now();
  for (const text of [
    "a.".repeat(50_000),
    "www.".repeat(50_000),
    "://".repeat(50_000),
    "а.com".repeat(20_000),
  ])
    countLinks(text);
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("the staff are told of a disposable address, of repeated words and of links", () => {
  expect(flagsOf({ isDisposable: false, repeats: 0, links: 0 })).toEqual([]);
  expect(flagsOf({ isDisposable: true, repeats: 2, links: 1 })).toEqual(["disposable", "repeated", "links"]);
});
