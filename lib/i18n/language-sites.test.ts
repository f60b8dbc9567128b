import { expect, test } from "vitest";
import { parseLanguageSites } from "#lib/i18n/language-sites.ts";

test("languages that are at home elsewhere are read with their origin, and nothing means none", () => {
  expect(parseLanguageSites(" en=https://smsden.com, ru=https://smsden.ru:8443,")).toEqual({
    en: "https://smsden.com",
    ru: "https://smsden.ru:8443",
  });
  expect(parseLanguageSites("")).toEqual({});
});

test.each([
  "en",
  "en=smsden.com",
  "en=http://smsden.com",
  "en=https://smsden.com/",
  "en=https://smsden.com/path",
  "en=https://a:b@smsden.com",
  "en=https://smsden.com?a=1",
  "xx=https://smsden.com",
  "en=https://a.example,en=https://b.example",
])("%j is refused as a list of languages at home elsewhere", (text) => {
  expect(parseLanguageSites(text)).toBeNull();
});
