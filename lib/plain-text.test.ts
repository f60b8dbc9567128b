import { expect, test } from "vitest";
import { plainLine, plainText, wordsOf } from "#lib/plain-text.ts";

test.each([
  ["  two\r\nlines\r", "two\nlines"],
  ["a\u202egnp\u202c.exe", "a gnp .exe"],
  ["zero\u200bwidth\ufeff", "zero width"],
  ["one \t  two", "one two"],
  ["one\n\n\n\n\ntwo", "one\n\ntwo"],
  ["क्‍ष 👨‍👩‍👧", "क्‍ष 👨‍👩‍👧"],
  ["<b>bold</b>", "<b>bold</b>"],
])("a sent text %j is kept as %j", (typed, kept) => expect(plainText(typed)).toBe(kept));

test("a name is kept in one line", () => {
  expect(plainLine(" Anna\nKarenina\u0007 ")).toBe("Anna Karenina");
});

test.each([
  ["Buy NOW!!!", "buy now"],
  ["ｂｕｙ — now", "buy now"],
  ["Купи сейчас.", "купи сейчас"],
])("%j counts as the words %j", (text, words) => expect(wordsOf(text)).toBe(words));
