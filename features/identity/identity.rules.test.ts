import { describe, expect, test } from "vitest";
import { cleanName, safeReturnPath, TELEGRAM_CONTACT } from "#features/identity/identity.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

describe("cleanName", () => {
  test("nothing in a name can begin a header or a line", () => {
    expect(cleanName("Anna\r\nBcc: x@y.z\u2028\u0000", "a@b.c")).toBe("Anna Bcc: x@y.z");
  });
  test("an empty name becomes the address's own part", () => {
    expect(cleanName(" ", "anna@example.com")).toBe("anna");
  });
  test("a long name is cut between characters", () => {
    expect(Array.from(cleanName("😀".repeat(100), "a@b.c"))).toHaveLength(80);
  });
});

describe("safeReturnPath", () => {
  test.each([
    ["/", "/"],
    ["/profile", "/profile"],
    ["/profile/pay?service=52&country=6", "/profile/pay?service=52&country=6"],
    ["/profile/history?tab=incoming", "/profile/history?tab=incoming"],
    ["/ru/profile/settings", "/profile/settings"],
    ["/cn", "/"],
    ["/hi?choice=tg.6.840", "/?choice=tg.6.840"],
    ["/partner/statistic", "/partner/statistic"],
    ["/desk/payments", "/desk/payments"],
    ["/telegram", "/telegram"],
    ["/ru/telegram?country=6", "/telegram?country=6"],
    ["/docs/errors/NO_NUMBERS", "/docs/errors/NO_NUMBERS"],
    ["/search?q=%2F%2Fevil.example", "/search?q=%2F%2Fevil.example"],
  ])("%s is kept, without its language", (path, kept) => {
    expect(safeReturnPath(path)).toBe(kept);
  });

  const attacks = [
    "",
    "profile",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example/profile",
    "https:evil.example",
    "https:///evil.example",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "/profile/%2f%2fevil.example",
    "/%2f/evil.example",
    "/%2f%2fevil.example",
    "/%5cevil.example",
    "/%252f%252fevil.example",
    "/ru//evil.example",
    "/en//evil.example",
    "/hi///evil.example",
    "/ru/\\evil.example",
    "/ru/%2fevil.example",
    "/ru/%5c%5cevil.example",
    "/ru/..//evil.example",
    "/ru/.//evil.example",
    "/cn/cn//evil.example",
    "/pro\tfile",
    "/\t/evil.example",
    "/\r\n/evil.example",
    " //evil.example",
    "/profile\u0000",
    "/profile%00",
    "/profile%0d%0alocation:%20//evil.example",
    "/\u2215evil.example",
    "/\uff0fevil.example",
    "/api/users/me",
    "/api",
    "/authorization",
    "/ru/registration?to=//evil.example",
    "/Profileevil",
    "/.//evil.example",
    "/profile/../../api/auth/logout",
    "/profile//evil.example",
    "//user@evil.example",
    "/@evil.example",
    "/evil.example",
    `/profile/${"a".repeat(600)}`,
  ];
  test.each([null, undefined, ...attacks])("the return path %j leads nowhere", (path) => {
    expect(safeReturnPath(path)).toBeNull();
  });

  test("whatever is kept is opened on this site, in every language", () => {
    const tails = ["", "/", "//", "/..", "/../", "/.", "\\", "%2f", "%5c", "@", "?", "#", "ru", "/ru/"];
    const kept = tails
      .flatMap((one) => tails.flatMap((two) => attacks.map((attack) => `/${one}${two}${attack}`)))
      .flatMap((text) => safeReturnPath(text) ?? []);
    expect(kept.length).toBeGreaterThan(100);
    for (const path of kept) {
      for (const locale of locales) {
        const opened = new URL(localizedPath(locale, path), "https://smsden.test/authorization");
        expect([path, opened.origin]).toEqual([path, "https://smsden.test"]);
      }
    }
  });
});

describe("telegram contact", () => {
  test.each(["@sms_den", "sms_den", "https://t.me/sms_den", "+49 170 1234567"])(
    "%s is taken as a contact",
    (text) => {
      expect(TELEGRAM_CONTACT.test(text)).toBe(true);
    },
  );
  test.each(["<script>", "https://evil.example/x", "a\nb", ""])("%j is refused as a contact", (text) => {
    expect(TELEGRAM_CONTACT.test(text)).toBe(false);
  });
});
