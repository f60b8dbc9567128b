import { expect, it } from "vitest";
import { blankKey, cutTo, harmless } from "#features/supply/health/unusable-answers.rules.ts";

const key = "sup/Secret+key=&<1234";

it.each([
  ["as it is", key],
  ["in capitals", key.toUpperCase()],
  ["in JSON", JSON.stringify(key)],
  ["in JSON with escaped slashes", key.replaceAll("/", "\\/")],
  ["in an address", encodeURIComponent(key)],
  ["in HTML", "sup/Secret+key=&amp;&lt;1234"],
  ["in base64", Buffer.from(key).toString("base64")],
  ["in hex", Buffer.from(key).toString("hex")],
])("a key %s is blanked, wherever it occurs", (_, spelling) => {
  const shown = blankKey(`bad key ${spelling}, ${spelling}!`, key);
  expect(shown).toContain("[key]");
  expect(shown).not.toMatch(/secret|1234|5365637265|U2VjcmV0/i);
});

it("control and formatting characters of a stranger become U+FFFD; line breaks, tabs and letters stay", () => {
  const hostile = "\u0000\u001b[2J\u202etxt\u2028\ud800 a\r\nb\tc नमस्ते 中文";
  expect(harmless(hostile)).toBe("\ufffd\ufffd[2J\ufffdtxt\ufffd\ufffd a\nb\tc नमस्ते 中文");
});

it("a long text ends with an ellipsis and never in half a character", () => {
  expect(cutTo(4, "abcd")).toBe("abcd");
  expect(cutTo(4, "abcde")).toBe("abc…");
  expect(cutTo(4, "ab😀cd").isWellFormed()).toBe(true);
});
