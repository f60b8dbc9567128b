import { describe, expect, test } from "vitest";
import {
  renderAnsweredMail,
  renderReceivedMail,
  renderWrittenMail,
} from "#features/community/feedback/feedback-mails.rules.ts";
import { renderDecidedMail } from "#features/community/service-requests/mails.rules.ts";
import { renderStockMail } from "#features/community/stock-alerts/stock-mails.rules.ts";
import { type IdentityMail, renderIdentityMail } from "#features/identity/mail/mail.rules.ts";
import { renderLowBalanceMail } from "#features/notifications/low-balance/low-balance.rules.ts";
import { renderDisabledMail } from "#features/notifications/webhooks/delivery/delivery.rules.ts";
import { renderFineMail } from "#features/partners/fines/fine-mails.rules.ts";
import { renderApplicationMail } from "#features/partners/partner-applications/mails.rules.ts";
import { renderDestinationMail } from "#features/payments/withdrawals/payout-destination/mails.rules.ts";
import { renderEarningMail } from "#features/ready-accounts/earnings/earning-mails.rules.ts";
import { renderClaimMail } from "#features/ready-accounts/warranty/claim-mails.rules.ts";
import { renderSellerClaimMail } from "#features/ready-accounts/warranty/seller-mails.rules.ts";
import { renderEndingMail } from "#features/rentals/reminders/reminders.rules.ts";
import { renderStoreMail } from "#features/stores/applications/store-mails.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import type { RenderedMail } from "#lib/mail/message.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { listSources } from "#lib/tooling/source-files.ts";

const house = { brand: "SMS Den", publicUrl: "https://smsden.example" };
const TOKEN = "t".repeat(43);
const moment = new Date("2026-03-01T12:00:00Z");

/** A mail in which everything that a person can have typed is `typed`. */
type Sample = (typed: string, locale: Locale) => RenderedMail;

function identity(name: IdentityMail["name"]): [string, Sample] {
  return [
    `identity.mail.${name}`,
    (typed, locale) => {
      const names = { passkeys: [typed], accounts: ["Google"] };
      const lists = { passwordChanged: { left: names }, passwordReset: { ended: names } }[name as string];
      const own = { token: TOKEN, returnPath: null, endsAt: moment };
      const mail = { name, personName: typed, what: typed, ...own, ...lists };
      return renderIdentityMail(mail as IdentityMail, locale, house);
    },
  ];
}

const samples: Record<string, Sample> = {
  ...Object.fromEntries(
    (
      [
        "confirmEmail",
        "alreadyRegistered",
        "resetPassword",
        "mailCode",
        "emailChangeCode",
        "emailChanged",
        "passwordChanged",
        "passwordReset",
        "secondFactorOn",
        "secondFactorOff",
        "recoveryCode",
        "recoveryAsked",
        "recoveryWaits",
        "recoveryCancelled",
        "recoveryDone",
        "backupCodeUsed",
        "passkeyAdded",
        "passkeyRemoved",
        "socialLinked",
        "socialUnlinked",
        "keyMade",
        "webhookMade",
        "telegramLinked",
        "archiveReady",
        "closingAsked",
        "closingSoon",
        "accountKept",
        "accountClosed",
      ] satisfies IdentityMail["name"][]
    ).map(identity),
  ),
  "rentals.mail.ending": (typed, locale) => {
    const goods = { number: typed, serviceName: "Telegram", countryName: "Indonesia" };
    return renderEndingMail({ personName: typed, ...goods, expiresAt: moment, hoursLeft: 3 }, locale, house);
  },
  "notifications.mail.lowBalance": (typed, locale) => {
    const sums = { availableKopecks: kopecks(123), thresholdKopecks: kopecks(100_000) };
    return renderLowBalanceMail({ personName: typed, ...sums }, locale, house);
  },
  "notifications.mail.webhookOff": (typed, locale) => {
    const webhook = { webhookName: typed, host: typed, reason: "failures" } as const;
    return renderDisabledMail({ personName: typed, ...webhook }, locale, house);
  },
  "payments.withdrawals.mail.code": (typed, locale) => {
    const mail = { name: "code", code: "123456", amountKopecks: 123_456, restsUntil: moment } as const;
    const occasion = { kind: "withdrawal", id: 700_001, source: "referral" } as const;
    return renderDestinationMail({ ...mail, occasion, personName: typed, masked: typed }, locale, house);
  },
  "payments.withdrawals.mail.confirmed": (typed, locale) => {
    const mail = { name: "confirmed", restsUntil: moment } as const;
    const occasion = { kind: "withdrawal", id: 700_001, source: "referral" } as const;
    return renderDestinationMail({ ...mail, occasion, personName: typed, masked: typed }, locale, house);
  },
  "payments.withdrawals.mail.returnCode": (typed, locale) => {
    const mail = { name: "returnCode", code: "123456", restsUntil: null } as const;
    const occasion = { kind: "claim", id: 5_001, paymentId: 100_001 } as const;
    return renderDestinationMail({ ...mail, occasion, personName: typed, masked: typed }, locale, house);
  },
  "payments.withdrawals.mail.returnConfirmed": (typed, locale) => {
    const mail = { name: "returnConfirmed", restsUntil: moment } as const;
    const occasion = { kind: "claim", id: 5_001, paymentId: 100_001 } as const;
    return renderDestinationMail({ ...mail, occasion, personName: typed, masked: typed }, locale, house);
  },
  ...Object.fromEntries(
    (["received", "approved", "approvedUnregistered", "declined"] as const).map((name): [string, Sample] => [
      `partners.mail.${name}`,
      // Nothing that the applicant typed is in them; the reason is the staff's own text and may hold links.
      (_typed, locale) => renderApplicationMail({ name, reason: "Too few ports." }, locale, house),
    ]),
  ),
  ...Object.fromEntries(
    (["approved", "declined"] as const).map((name): [string, Sample] => [
      `stores.mail.${name}`,
      // The reason is the staff's own text and may hold links.
      (_typed, locale) => renderStoreMail({ name, reason: "Not yet." }, locale, house),
    ]),
  ),
  ...Object.fromEntries(
    (["announced", "upheld", "cancelled"] as const).map((name): [string, Sample] => [
      `partners.fines.mail.${name}`,
      // The words are the staff's own and may hold links.
      (_typed, locale) => {
        const mail = { name, amountKopecks: kopecks(5_000), words: "Sold twice.", appealUntil: moment };
        return renderFineMail(mail, locale, house);
      },
    ]),
  ),
  ...Object.fromEntries(
    (["replaced", "refunded", "refused"] as const).map((state): [string, Sample] => [
      `readyAccounts.mail.${state}`,
      (typed, locale) => {
        const claim = { state, orderId: 700_001, place: 2, refundKopecks: kopecks(1_234) };
        const words = { personName: typed, offerName: typed, reason: typed };
        return renderClaimMail({ ...claim, ...words }, locale, house);
      },
    ]),
  ),
  "readyAccounts.mail.claimOpened": (typed, locale) => {
    const claim = { name: "claimOpened", orderId: 700_001, place: 2, answerUntil: moment } as const;
    return renderSellerClaimMail(
      { ...claim, personName: typed, offerName: typed, words: typed },
      locale,
      house,
    );
  },
  "readyAccounts.mail.claimSilent": (typed, locale) => {
    const claim = { name: "claimSilent", orderId: 700_001, place: 2, shareKopecks: kopecks(1_234) } as const;
    const words = { personName: typed, offerName: typed };
    return renderSellerClaimMail({ ...claim, ...words, state: "refunded" }, locale, house);
  },
  "readyAccounts.mail.claimOverruled": (typed, locale) => {
    const claim = {
      name: "claimOverruled",
      orderId: 700_001,
      place: 2,
      shareKopecks: kopecks(1_234),
    } as const;
    // The reason is the staff's own text and may hold links.
    const words = { personName: typed, offerName: typed, reason: "It is closed indeed." };
    return renderSellerClaimMail({ ...claim, ...words, state: "replaced" }, locale, house);
  },
  "readyAccounts.mail.earned": (typed, locale) =>
    renderEarningMail({ personName: typed, orders: 3, amountKopecks: kopecks(123_456) }, locale, house),
  "community.mail.onSale": (typed, locale) => {
    return renderDecidedMail({ site: typed, service: null, country: null, answer: null }, locale, house);
  },
  // Nothing that anybody typed is in it.
  "community.mail.stock": (_typed, locale) =>
    renderStockMail(
      { service: { name: "Telegram", slug: "telegram" }, country: { name: "Chile", slug: "chile" } },
      locale,
      house,
    ),
  // Nothing that the sender typed is in it.
  "community.mail.feedbackReceived": (_typed, locale) => renderReceivedMail(10_001, locale, house),
  "community.mail.feedbackWritten": (typed) =>
    renderWrittenMail({ number: 10_001, name: typed, message: typed }, house),
  // The answer is support's own text and may hold links.
  "community.mail.feedbackAnswered": (_typed, locale) =>
    renderAnsweredMail({ number: 10_001, token: TOKEN.slice(0, 22), answer: "It is here." }, locale, house),
  "community.mail.answered": (typed, locale) => {
    // The answer is support's own text and may hold links.
    const decided = { site: typed, service: null, country: null, answer: "We look for a supplier." };
    return renderDecidedMail(decided, locale, house);
  },
};

/** Where the texts of a mail stand: every group below something that is called `mail`. */
function mailsOf(node: unknown, path: string[] = []): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, inner]) =>
    key === "mail"
      ? Object.entries(inner as object).flatMap(([name, texts]) =>
          typeof texts === "object" ? [[...path, key, name].join(".")] : [],
        )
      : mailsOf(inner, [...path, key]),
  );
}

const hostile = [
  "https://evil.example/win",
  "www.evil.example",
  "evil.example",
  "you have won, write to win@evil.example",
  "evil。example",
  "evil．example",
  "evil｡example",
  "ｅｖｉｌ．example http：／／evil",
  "//evil.example",
  "mailto:win@evil.example?subject=x",
  "<script>evil.example</script>",
  "one\r\nBcc: win@evil.example",
  "\u202eelpmaxe.live\u202c evil.example",
  "evil\u200b.example",
  `${"a sermon ".repeat(500)} evil.example`,
];

/** A part of an address that is joined to the next one, after look-alikes were folded. */
const JOINED = /[a-z0-9][.。@][a-z]{2,}|\/\/|mailto:/iu;

describe("a mail with a stranger's texts in it", () => {
  test("is held against these texts here, whichever mail it is", () => {
    expect(
      Object.keys(samples).sort(),
      "Add the mail to `samples`, with all that a person can have typed.",
    ).toEqual(mailsOf(messagesOf("en")).sort());
  });

  test.each(Object.entries(samples))(
    "%s makes no link, line or sermon of them, in any language",
    (_name, render) => {
      for (const locale of locales) {
        const plain = render("Anna", locale);
        expect(plain.text, locale).not.toMatch(/[{}]|\.mail\./);
        for (const typed of hostile) {
          const { subject, text, html } = render(typed, locale);
          const own = text.replaceAll(new RegExp(`^${house.publicUrl}\\S*$`, "gm"), "");
          for (const shown of [subject, own]) expect(shown.normalize("NFKC"), locale).not.toMatch(JOINED);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
          expect(`${subject}${text}`).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u2066-\u2069]/);
          expect(text.split("\n")).toHaveLength(plain.text.split("\n").length);
          expect(text.length).toBeLessThan(plain.text.length + 500);
          expect(html).not.toContain("<script");
          const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
          expect(links.filter((href) => !href?.startsWith(`${house.publicUrl}/`))).toEqual([]);
        }
      }
    },
  );

  test("takes each of its texts by mailText, which makes them harmless", () => {
    const renderers = listSources().filter(
      ({ path, code }) =>
        !path.includes(".test.") && !path.startsWith("lib/mail/") && /\brender(?:Mail|Texts)\(/.test(code),
    );
    expect(renderers.length).toBeGreaterThan(4);
    expect(renderers.filter(({ code }) => code.includes("translateMessage")).map(({ path }) => path)).toEqual(
      [],
    );
  });
});
