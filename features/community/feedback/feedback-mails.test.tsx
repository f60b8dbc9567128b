import { expect, test } from "vitest";
import { renderAnsweredMail, renderWrittenMail } from "#features/community/feedback/feedback-mails.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const house = { brand: "SMS Den", publicUrl: "https://smsden.example" };
const parse = (html: string) => skeletonOf(new DOMParser().parseFromString(html, "text/html"));
const told = (typed: string) => renderWrittenMail({ number: 10_001, name: typed, message: typed }, house);

test("two hundred texts that would run a script stay texts in the mail to support", () => {
  const plain = parse(told("words").html);
  for (const payload of xssPayloads) {
    const { html, subject } = told(payload);
    expect(parse(html), payload).toEqual(plain);
    expect(subject, payload).not.toMatch(/[\r\n]/);
  }
});

test("two hundred answers that would run a script stay texts in the sender's mail", () => {
  const mailed = (answer: string) =>
    renderAnsweredMail({ number: 10_001, token: "t".repeat(22), answer }, "en", house).html;
  for (const payload of xssPayloads) {
    const plain = payload.replace(/[^\n]+/g, "words");
    expect(parse(mailed(payload)), payload).toEqual(parse(mailed(plain)));
  }
});

test.each(locales)("the lines of an answer stay lines, and its link leads to the page of %s", (locale) => {
  const mail = renderAnsweredMail(
    { number: 10_001, token: "t".repeat(22), answer: "First.\n\nSecond.\nThird." },
    locale,
    house,
  );
  expect(mail.text).toContain("First.\n\nSecond.\n\nThird.");
  const path = locale === "en" ? "/feedback" : `/${locale}/feedback`;
  expect(mail.text).toContain(`https://smsden.example${path}#10001.${"t".repeat(22)}`);
});
