import { describe, expect, test } from "vitest";
import {
  renderSellerClaimMail,
  type SellerClaimMail,
} from "#features/ready-accounts/warranty/seller-mails.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const facts = { personName: "Ana", orderId: 700_000_017, place: 3, offerName: "Telegram, aged" };
const shareKopecks = kopecks(1_050);
const house = { brand: "SMS Den", publicUrl: "https://example.com" };

function opened(words: string): SellerClaimMail {
  return { ...facts, name: "claimOpened", words, answerUntil: new Date("2026-03-02T09:30:00Z") };
}
const decided: readonly SellerClaimMail[] = (["replaced", "refunded"] as const).flatMap((state) => [
  { ...facts, name: "claimSilent", state, shareKopecks },
  { ...facts, name: "claimOverruled", state, shareKopecks, reason: "It is closed indeed." },
]);

function textOf(mail: SellerClaimMail, locale: Locale): string {
  const { subject, text } = renderSellerClaimMail(mail, locale, house);
  expect(subject).toContain("SMS Den");
  for (const part of ["700000017", "3", "Telegram, aged", "/store"]) expect(text).toContain(part);
  expect(`${subject}${text}`).not.toMatch(/[{}]|\.mail\./);
  return text;
}

describe.each(locales)("the mail about a claim to a store's owner in %s", (locale) => {
  test("says until when a claim waits for an answer, and what the buyer says", () => {
    const text = textOf(opened("it is closed"), locale);
    for (const part of ["09:30", "UTC", "it is closed"]) expect(text).toContain(part);
  });

  test.each(decided)("says of a claim what was decided: $name, $state", (mail) => {
    const text = textOf(mail, locale);
    expect(text.includes("10,50")).toBe(mail.name !== "claimOpened" && mail.state === "refunded");
    expect(text.includes("It is closed indeed.")).toBe(mail.name === "claimOverruled");
  });
});

test("what a buyer says becomes no link in the mail to a store's owner", () => {
  const { text, html } = renderSellerClaimMail(opened("pay at evil.example"), "en", house);
  expect(`${text}${html}`).not.toContain("evil.example");
});
