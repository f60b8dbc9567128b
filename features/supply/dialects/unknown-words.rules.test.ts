import fc from "fast-check";
import { expect, it } from "vitest";
import {
  cleanWord,
  sumWords,
  type UnknownWord,
  unknownWordLimits,
  wordsWithRoom,
} from "#features/supply/dialects/unknown-words.rules.ts";

it("a word is kept without line breaks, zeros and changes of direction, and is never empty or too long", () => {
  expect(cleanWord("eng\u0000land\r\n\u202Eevil")).toBe("eng\u{fffd}land\u{fffd}evil");
  expect(cleanWord("  \t ")).not.toBe("");
  expect(cleanWord("")).toBe('""');
  expect(cleanWord("<b>x</b>")).toBe("<b>x</b>");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 90 }), (word) => {
      const kept = cleanWord(word);
      expect([...kept].length).toBeGreaterThan(0);
      expect([...kept].length).toBeLessThanOrEqual(unknownWordLimits.characters);
      expect(kept).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    }),
  );
});

it("numbers of one word are summed, most first, and a word without numbers is not listed", () => {
  const said: UnknownWord[] = [
    { kind: "country", word: "england", stock: 3 },
    { kind: "service", word: "xx", stock: 9 },
    { kind: "country", word: "england", stock: 4 },
    { kind: "operator", word: "!", stock: 0 },
  ];
  expect(sumWords(said)).toEqual([
    { kind: "service", word: "xx", stock: 9 },
    { kind: "country", word: "england", stock: 7 },
  ]);
});

it("of very many words the ones with most numbers are looked at, and every kind is", () => {
  const said = Array.from({ length: 60_000 }, (_, at): UnknownWord => {
    return { kind: at % 2 ? "country" : "operator", word: `${at}${"\u0000x".repeat(30)}`, stock: at + 1 };
  });
  const words = sumWords([...said, { kind: "service", word: "one", stock: 1 }]);
  expect(words).toHaveLength(401);
  expect(words[0]?.stock).toBe(60_000);
  expect(words.at(-1)).toEqual({ kind: "service", word: "one", stock: 1 });
});

it("a full list of one kind leaves room for the other kinds, and its own words stay known", () => {
  const countries = Array.from({ length: 500 }, (_, at): UnknownWord => {
    return { kind: "country", word: `c${at}`, stock: 1 };
  });
  const service: UnknownWord = { kind: "service", word: "s", stock: 1 };
  const first = wordsWithRoom([...countries, service], []);
  expect(first.known).toEqual([]);
  expect(first.fresh).toEqual([...countries.slice(0, unknownWordLimits.wordsPerKind), service]);
  const later: UnknownWord = { kind: "country", word: "later", stock: 1 };
  const second = wordsWithRoom([...countries.slice(0, 2), later], first.fresh);
  expect(second).toEqual({ known: countries.slice(0, 2), fresh: [] });
});
