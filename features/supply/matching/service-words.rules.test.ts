import { describe, expect, it } from "vitest";
import { anyOf, isEverydayWord, normalize } from "#features/supply/matching/service-words.rules.ts";

const finds = (words: readonly string[], text: string) => anyOf(words).test(normalize(text));

describe("words of services", () => {
  it.each([
    [["probo"], "PROBO: 4829", true],
    [["probo"], "your probono hours", false],
    [["mail.ru"], "mail.ru: 4829", true],
    [["mail.ru"], "mailxru: 4829", false],
    [["telegram"], "ＴＥＬＥＧＲＡＭ 4829", true],
    [["банк"], "альфабанк", false],
    [["微信"], "【微信支付】4829", true],
    [["카카오"], "카카오톡 4829", true],
    [["ライン"], "オンライン", true],
    [[], "anything", false],
  ])("%j stand whole in scripts with gaps and anywhere in those without: %j is %s", (words, text, expected) =>
    expect(finds(words, text)).toBe(expected),
  );

  it("a short word of a script with gaps is an everyday one, a short one of Han is not", () => {
    expect(isEverydayWord("line")).toBe(true);
    expect(isEverydayWord("微信")).toBe(false);
    expect(isEverydayWord("google")).toBe(false);
  });
});
