import { describe, expect, test } from "vitest";
import { documentFacts } from "#features/content/documents/documents.factory.ts";
import {
  cookieLines,
  type DocumentKey,
  documents,
  documentText,
  fillIn,
} from "#features/content/documents/documents.rules.ts";
import { abFlags, cookies } from "#lib/cookies.ts";
import { foreignCookies } from "#lib/foreign-cookies.ts";
import { locales } from "#lib/i18n/locales.ts";

const keys = Object.keys(documents) as DocumentKey[];

describe.each(locales)("documents in %s", (locale) => {
  test.each(keys)("%s has the parts of the English one, and every fact is filled in", (key) => {
    const sections = documentText(key, locale, documentFacts);
    const english = documentText(key, "en", documentFacts);
    const shape = (list: typeof sections) => list.map(({ text, items }) => [text.length, items?.length ?? 0]);
    expect(shape(sections)).toEqual(shape(english));
    const all = JSON.stringify(sections);
    expect(all).not.toMatch(/[{}]\w+[{}]|""/);
    expect(all).toContain("help@smsden.test");
    expect(all).toContain("Den Operator");
  });

  test("figures are those of the product", () => {
    expect(JSON.stringify(documentText("publicOffer", locale, documentFacts))).toMatch(/\b20\b/);
    const privacy = JSON.stringify(documentText("privacyPolicy", locale, documentFacts));
    for (const figure of [24, 7, 60, 14]) expect(privacy).toMatch(new RegExp(`\\b${figure}\\b`));
  });

  test("the privacy page says how long the address of a payment without an account is kept", () => {
    const kept = documentText("privacyPolicy", locale, { ...documentFacts, guestDays: 8_765 });
    expect(kept.flatMap(({ items = [] }) => items).filter((line) => /8765/.test(line))).toHaveLength(1);
  });

  test("the offer speaks of both things that are sold, and of one code alone for neither", () => {
    const offer = documentText("publicOffer", locale, documentFacts);
    const sold = offer[0]?.text ?? [];
    expect(sold).toHaveLength(2);
    expect(sold[1]).toMatch(/\b4\b.*\b4\b/);
    expect(JSON.stringify(offer.filter(({ items }) => items?.length === 5))).toMatch(/\b20\b/);
  });

  test("the privacy page names the companies that may count visits", () => {
    const privacy = JSON.stringify(documentText("privacyPolicy", locale, documentFacts));
    for (const company of [/Google Analytics/, /Yandex Metrica|Яндекс Метрик/])
      expect(privacy).toMatch(company);
  });

  test("cookies are told by name, purpose and life", () => {
    const lines = cookieLines(locale, false);
    expect(lines.map(({ name }) => name)).toEqual(cookieLines("en", false).map(({ name }) => name));
    expect(lines.find(({ name }) => name === "authToken")?.life).toEqual({ days: 60 });
    expect(lines.find(({ name }) => name === "social-trip")?.life).toEqual({ minutes: 15 });
    expect(cookieLines(locale, true).some(({ name }) => name === "__Host-authToken")).toBe(true);
    expect(lines.every(({ purpose }) => purpose.length > 1)).toBe(true);
  });
});

const listedNames = cookieLines("en", false).flatMap(({ name }) => name.split(", "));

test("the privacy page lists every cookie of the product", () => {
  const all = Object.values(cookies).map(({ name }) => name);
  expect(listedNames).toEqual(expect.arrayContaining([...all, ...abFlags]));
});

test("the privacy page lists what counters and the content desk keep on the site's own host", () => {
  expect(listedNames).toEqual(
    expect.arrayContaining(["_ga*", "_gid", "_gcl*", "_ym*", "payload-theme", "payload-lng"]),
  );
  const all = Object.values(foreignCookies).flatMap(({ names }) => names);
  expect(listedNames).toEqual(expect.arrayContaining(all));
});

test("a name that is no fact stays as it is", () => {
  expect(fillIn("{nobody} {minutes}", documentFacts)).toBe("{nobody} 20");
});
