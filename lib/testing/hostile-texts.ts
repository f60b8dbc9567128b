import { expect } from "vitest";
import { skeletonOf } from "#lib/testing/markup.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

/**
 * Holds the HTML of each of the two hundred hostile texts against that of a plain word: not an element and not an attribute may differ.
 * `look` gets each page as a browser reads it, with the text that was put in.
 */
export function expectInert(
  htmlOf: (words: string) => string,
  look: (page: Document, words: string) => void = () => {},
): void {
  const read = (words: string) => new DOMParser().parseFromString(htmlOf(words), "text/html");
  const plain = skeletonOf(read("words"));
  expect(xssPayloads).toHaveLength(200);
  for (const payload of xssPayloads) {
    const page = read(payload);
    expect(skeletonOf(page), payload).toEqual(plain);
    look(page, payload);
  }
}
