import { describe, expect, test } from "vitest";
import { type ClaimMail, renderClaimMail } from "#features/ready-accounts/warranty/claim-mails.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

function mailOf(part: Partial<ClaimMail>, locale: Locale) {
  const claim: ClaimMail = {
    ...{ state: "refunded", personName: "Ana", orderId: 700_000_017, place: 3 },
    ...{ offerName: "Telegram, aged", refundKopecks: kopecks(1_050), reason: null },
    ...part,
  };
  return renderClaimMail(claim, locale, { brand: "SMS Den", publicUrl: "https://example.com" });
}

describe.each(locales)("the mail about a claim in %s", (locale) => {
  test.each(["replaced", "refunded", "refused"] as const)(
    "that was %s names order, place and offer, and leads to the accounts",
    (state) => {
      const mail = mailOf({ state, reason: "So it is." }, locale);
      expect(mail.subject).toContain("SMS Den");
      for (const part of ["700000017", "3", "Telegram, aged", "So it is.", "/profile/accounts"])
        expect(mail.text).toContain(part);
      expect(mail.text).not.toMatch(/\{|\}/);
      expect(mail.text.includes("10,50")).toBe(state === "refunded");
    },
  );
});

test("a name that a seller typed becomes no link in a mail about a claim", () => {
  expect(mailOf({ offerName: "see evil.example" }, "en").text).not.toContain("evil.example");
});
