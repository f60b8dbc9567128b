import { describe, expect, test } from "vitest";
import { isEmail, mailboxKey, normaliseEmail } from "#lib/mail/address.ts";

describe("normaliseEmail", () => {
  test.each([
    "Anna@Example.com",
    "anna@example.com.",
    "anna＠example.com",
    " anna@EXAMPLE.COM ",
    "anna+shop@example.com",
    "ａｎｎａ@example.com",
    "anna@example．com",
  ])("%j is the same person as anna@example.com", (spelling) => {
    expect(normaliseEmail(spelling)?.emailKey).toBe("anna@example.com");
  });

  test("the plus tag stays where mail is sent", () => {
    expect(normaliseEmail("Anna+Shop@example.com")?.email).toBe("anna+shop@example.com");
  });

  test.each([
    "",
    "anna",
    "anna@",
    "@example.com",
    "anna@example",
    "anna@@example.com",
    "anna@b@example.com",
    "аnna@example.com", // Cyrillic а
    "anna@exаmple.com", // Cyrillic а
    "anna@example..com",
    "anna@-example.com",
    "anna@127.0.0.1",
    ".anna@example.com",
    "an..na@example.com",
    "anna@example.com\nbcc: x@y.z",
    "anna@exam\u200bple.com",
    '"anna"@example.com',
    "anna smith@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"a".repeat(250)}.com`,
  ])("%j is no address of a mailbox", (text) => {
    expect(normaliseEmail(text)).toBeNull();
    expect(isEmail(text)).toBe(false);
  });

  test("no text, however hostile, makes it slow", () => {
    const started = performance.now();
    for (const text of [
      "a".repeat(50_000),
      `${"a.".repeat(25_000)}@b.c`,
      `a@${"a-".repeat(25_000)}.com`,
      "@".repeat(50_000),
    ]) {
      normaliseEmail(text);
    }
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe("mailboxKey", () => {
  test.each([
    ["an.na@gmail.com", "anna@gmail.com"],
    ["a.n.n.a@googlemail.com", "anna@gmail.com"],
    ["an.na@example.com", "an.na@example.com"],
  ])("%s is the mailbox %s", (key, mailbox) => expect(mailboxKey(key)).toBe(mailbox));
});
