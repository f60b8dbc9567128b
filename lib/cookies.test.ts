import { expect, test } from "vitest";
import { cookies, firstVisitCookies, newSessionToken, setCookieHeader } from "#lib/cookies.ts";

const visit = { has: () => false, referral: null, locale: "ru", random: () => 0.2 };
const named = (list: { facts: { name: string }; value: string }[]) =>
  Object.fromEntries(list.map(({ facts, value }) => [facts.name, value]));

test("a first visit gets an id, the language and a tossed flag", () => {
  const wanted = named(firstVisitCookies(visit));
  expect(wanted).toMatchObject({ locale: "ru", "ab-hide-rub": "true" });
  expect(wanted["session-token"]).toMatch(/^frnt[0-9a-f]{32}$/);
  expect(named(firstVisitCookies({ ...visit, random: () => 0.5 }))["ab-hide-rub"]).toBe("false");
});

test("what is set stays as it is", () => {
  expect(firstVisitCookies({ ...visit, has: () => true })).toEqual([]);
});

test("a referral code is kept even at a later visit, but only in the right form", () => {
  const of = (referral: string) => named(firstVisitCookies({ ...visit, has: () => true, referral })).r;
  expect(of("bear_1")).toBe("bear_1");
  expect(of("x; Domain=evil.example")).toBeUndefined();
  expect(of("a".repeat(65))).toBeUndefined();
});

test("a cookie header carries lifetime and SameSite; values cannot add attributes", () => {
  expect(setCookieHeader(cookies.locale, "ru; Secure", true)).toBe(
    "locale=ru%3B%20Secure; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
  );
  expect(setCookieHeader(cookies.authToken, "x", false)).toContain("HttpOnly");
});

test("two ids are never the same", () => {
  expect(newSessionToken()).not.toBe(newSessionToken());
});
