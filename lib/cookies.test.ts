import { expect, test } from "vitest";
import { cookies, firstVisitCookies, newSessionToken, setCookieHeader } from "#lib/cookies.ts";

const visit = { has: () => false, consent: undefined, referral: null, locale: "ru", random: () => 0.2 };
const named = (list: { facts: { name: string }; value: string }[]) =>
  Object.fromEntries(list.map(({ facts, value }) => [facts.name, value]));

test("a first visit gets the language and a tossed flag, and a number for counting only where that was allowed", () => {
  const wanted = named(firstVisitCookies(visit));
  expect(wanted).toMatchObject({ locale: "ru", "ab-hide-rub": "true", "ab-language-service": "true" });
  for (const consent of [undefined, "", "1", "necessary", "ALL"]) {
    expect(named(firstVisitCookies({ ...visit, consent }))).not.toHaveProperty("session-token");
  }
  const counted = named(firstVisitCookies({ ...visit, consent: "all" }));
  expect(counted["session-token"]).toMatch(/^frnt[0-9a-f]{32}$/);
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

test("on https what scripts may not read is bound to the host; nothing else is", () => {
  for (const facts of Object.values(cookies)) {
    const header = setCookieHeader(facts, "x", true);
    expect([facts.name, header.startsWith("__Host-")]).toEqual([facts.name, facts.httpOnly]);
    expect(header).toMatch(/; Path=\/;.*; Secure$/);
    expect(header).not.toContain("Domain");
    expect(setCookieHeader(facts, "x", false).startsWith(`${facts.name}=`)).toBe(true);
  }
});

test("two ids are never the same", () => {
  expect(newSessionToken()).not.toBe(newSessionToken());
});
