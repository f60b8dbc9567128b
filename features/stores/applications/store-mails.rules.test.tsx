import { expect, test } from "vitest";
import { renderStoreMail } from "#features/stores/applications/store-mails.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";

const house = { brand: "SMS Den", publicUrl: "https://smsden.example" };

test("two hundred reasons that would run a script stay texts in the mail of a declined application", () => {
  expectInert((reason) => renderStoreMail({ name: "declined", reason }, "en", house).html);
});

test.each(locales)("the mails about an application for a store have all their words in %s", (locale) => {
  const declined = renderStoreMail({ name: "declined", reason: "too new" }, locale, house);
  expect(declined.text).toContain("too new");
  const approved = renderStoreMail({ name: "approved" }, locale, house);
  expect(approved.text).toContain("/store");
  for (const { subject, text } of [declined, approved])
    expect(`${subject}${text}`).not.toMatch(/[{}]|stores\.mail/);
});
