import { describe, expect, test } from "vitest";
import { greetingName, typedText } from "#lib/mail/typed-text.ts";

describe("greetingName", () => {
  test.each([
    "Anna",
    "Анна Каренина",
    "J. R. R. Tolkien",
    "J.R.R. Tolkien",
    "O'Neil-Smith",
    "张伟",
    "Agent 007",
  ])("%s is greeted as it is", (name) => expect(greetingName(name, "a@b.c")).toBe(name));

  test.each([
    "You won! evil.example",
    "https://evil.example",
    "write to x@evil.example",
    "//evil",
    "WWW.EVIL",
    "пример.рф",
    "evil。example",
    "evil．example",
    "evil․example",
    "10.0.0.1",
    "call +7 (900) 123-45-67",
  ])("%s could be read as a link and gives way to the address's own part", (name) =>
    expect(greetingName(name, "anna@example.com")).toBe("anna"),
  );

  test.each([
    ["victim+www.evil.example/win@example.com", "victim"],
    ["evil.example@example.com", "evil example"],
    ["http//evil.example@example.com", "http evil example"],
    ["+www.evil.example@example.com", "www evil example"],
    ["_@example.com", "…"],
  ])("the own part of %s is greeted without its tag and as words: %s", (email, greeted) =>
    expect(greetingName(email.split("@")[0] ?? "", email)).toBe(greeted === "…" ? "_" : greeted),
  );

  test("a name that is a whole sentence is cut, so that no mail carries a stranger's text", () => {
    const greeted = greetingName("Congratulations you have won a lot of money today", "a@b.c");
    expect(greeted).toBe("Congratulations you have won a lot of m…");
  });
});

describe("typedText", () => {
  test("a text without joints is shown as it was typed, in one line", () => {
    expect(typedText("Anna's phone (2): blue, 5% off.")).toBe("Anna's phone (2): blue, 5% off.");
    expect(typedText(" two\r\nlines\u202e\u0000 ")).toBe("two lines");
  });

  test("an address reads the same and is interrupted before and behind each joint", () => {
    const shown = typedText("https://evil.example/a?b=c#d");
    expect(shown.replaceAll("\u200b", "")).toBe("https://evil.example/a?b=c#d");
    expect(shown).not.toMatch(/\w[.:/?#]|[.:/?#]\w/);
    expect(typedText("me@evil。example")).toBe("me\u200b@\u200bevil\u200b。\u200bexample");
  });

  test("a long text is cut", () => {
    expect(Array.from(typedText("🙂".repeat(5_000)))).toHaveLength(100);
  });
});
