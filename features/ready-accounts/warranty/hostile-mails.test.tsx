import { test } from "vitest";
import { renderEarningMail } from "#features/ready-accounts/earnings/earning-mails.rules.ts";
import { renderClaimMail } from "#features/ready-accounts/warranty/claim-mails.rules.ts";
import { renderSellerClaimMail } from "#features/ready-accounts/warranty/seller-mails.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { expectInert } from "#lib/testing/hostile-texts.ts";

const house = { brand: "SMS Den", publicUrl: "https://smsden.example" };
const amount = kopecks(1_050);
const until = new Date("2026-03-02T09:30:00Z");
const about = (words: string) => ({ personName: words, orderId: 700_000_017, place: 3, offerName: words });

const mails: Readonly<Record<string, (words: string) => { html: string }>> = {
  "a decided claim to its buyer": (words) =>
    renderClaimMail({ ...about(words), state: "refused", refundKopecks: amount, reason: words }, "en", house),
  "a new claim to the store's owner": (words) =>
    renderSellerClaimMail({ ...about(words), name: "claimOpened", words, answerUntil: until }, "en", house),
  "a claim that the staff decided to the store's owner": (words) =>
    renderSellerClaimMail(
      { ...about(words), name: "claimOverruled", state: "refunded", shareKopecks: amount, reason: words },
      "en",
      house,
    ),
  "earnings to the store's owner": (words) =>
    renderEarningMail({ personName: words, orders: 2, amountKopecks: amount }, "en", house),
};

test.each(Object.keys(mails))(
  "two hundred texts that would run a script stay texts in the mail of %s",
  (mail) => expectInert((words) => mails[mail]!(words).html),
);
