import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excerptOf } from "#features/content/site-search/excerpts.rules.ts";

const matchesOf = (text: string, search: string) =>
  excerptOf(text, search)
    .filter(({ isMatch }) => isMatch)
    .map((part) => part.text);
const wordsOf = (text: string, search: string) =>
  excerptOf(text, search)
    .map((part) => part.text)
    .join("");
const long = `${"Nothing to see here. ".repeat(40)}Then the refund comes. ${"And on it goes. ".repeat(40)}`;

describe("lines of a text around what was looked for", () => {
  test("are all of a short text", () => {
    expect(wordsOf("The price is set aside.", "price")).toBe("The price is set aside.");
  });

  test("begin near the first word that matches, and say where the text goes on", () => {
    const shown = wordsOf(long, "refund");
    expect(shown).toMatch(/^… .*refund comes\..* …$/);
    expect(shown.length).toBeLessThan(220);
  });

  test("are its beginning where no word matches", () => {
    expect(wordsOf(long, "absent")).toMatch(/^Nothing to see here\. .* …$/);
  });

  test.each([
    ["Numbers and a number", "number", ["Numbers", "number"]],
    ["Пришёл код, приходят коды", "пришел коды", ["Пришёл", "коды"]],
    ["Activación de números", "activacion", ["Activación"]],
    ["नंबर के पैसे कब कटते हैं", "नंबर", ["नंबर"]],
    ["İstanbul ve ılık", "istanbul ilik", ["İstanbul", "ılık"]],
    ["一个号码能收多条短信吗", "短信号码", ["号码", "短信"]],
    ["短信", "短", ["短"]],
    ["Use the code", "(code) [a-z]+ $1", ["code"]],
  ])("mark in %j what was looked for with %j", (text, search, marked) => {
    expect(matchesOf(text, search)).toEqual(marked);
  });

  test("hold the text as it is, whatever it and the search are", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 600 }),
        fc.string({ unit: "grapheme", maxLength: 40 }),
        (text, search) => {
          const parts = excerptOf(text, search).map((part) => part.text);
          const inner = parts.filter(
            (part, at) => !(part === "… " && at === 0) && !(part === " …" && at === parts.length - 1),
          );
          expect(text).toContain(inner.join(""));
        },
      ),
    );
  });
});
