import { expect, test } from "vitest";
import { type DecidedRequest, renderDecidedMail } from "#features/community/service-requests/mails.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const house = { brand: "SMS Den", publicUrl: "https://smsden.example" };

const mailOf = (request: Partial<DecidedRequest>, locale: (typeof locales)[number] = "en") =>
  renderDecidedMail({ site: "words", service: null, country: null, answer: null, ...request }, locale, house);

test("two hundred websites that would run a script stay texts in the mail that they are on sale", () => {
  expectInert((site) => mailOf({ site }).html);
  for (const site of xssPayloads) expect(mailOf({ site }).subject, site).not.toMatch(/[\r\n]/);
});

test("two hundred texts that would run a script stay texts in an answer and in the website that it is about", () => {
  expectInert((words) => mailOf({ site: words, answer: words }).html);
});

test.each(locales)("a website that was asked for becomes no link in the mail in %s", (locale) => {
  for (const answer of [null, "We look for one."]) {
    const { text, html } = mailOf({ site: "evil.example/press", answer }, locale);
    expect(`${text}${html}`).not.toContain("evil.example");
    expect(text).not.toMatch(/[{}]|community\.mail/);
  }
});
