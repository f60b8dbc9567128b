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

/**
 * The same of a list whose rows are shown at once, one for each hostile text, against a list of plain words; every text must stand in
 * it as it was written. `show` returns the list once all of its rows are there. Returns the hostile one.
 */
export async function expectInertRows<Root extends Element>(
  show: (texts: readonly string[]) => Root | Promise<Root>,
): Promise<Root> {
  expect(xssPayloads).toHaveLength(200);
  const hostile = await show(xssPayloads);
  for (const payload of xssPayloads) expect(hostile.textContent).toContain(payload);
  const plain = await show(xssPayloads.map(() => "words"));
  expect(skeletonOf(hostile)).toEqual(skeletonOf(plain));
  return hostile;
}
