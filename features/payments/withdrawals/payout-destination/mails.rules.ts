import {
  CODE_MINUTES,
  REST_HOURS,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import type { WithdrawalSource } from "#features/payments/withdrawals.rules.ts";
import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";
import { kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** What a code is asked for: a withdrawal, or a claim whose money may be sent back. It is confirmed on that one's page. */
export type Occasion =
  | { readonly kind: "withdrawal"; readonly id: number; readonly source: WithdrawalSource }
  | { readonly kind: "claim"; readonly id: number; readonly paymentId: number };

/**
 * The mails about a new card or address; texts at `payments.withdrawals.mail.<name>` in messages/. `restsUntil`: no money goes there
 * before; of a code null where that is `REST_HOURS` after it is entered.
 */
export type DestinationMail =
  | {
      readonly name: "code";
      readonly code: string;
      readonly amountKopecks: number;
      readonly restsUntil: Date | null;
    }
  | { readonly name: "confirmed"; readonly restsUntil: Date }
  | { readonly name: "returnCode"; readonly code: string; readonly restsUntil: Date | null }
  | { readonly name: "returnConfirmed"; readonly restsUntil: Date };

type About = { readonly personName: string; readonly masked: string; readonly occasion: Occasion };

/** A mail in the reader's language: the code, or that money may go to a new place from then on. */
export function renderDestinationMail(
  mail: DestinationMail & About,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `payments.withdrawals.mail.${mail.name}.${part}`, {
      brand: own(house.brand),
      name: mail.personName,
      destination: mail.masked,
      claim: own(String(mail.occasion.id)),
      minutes: CODE_MINUTES,
      minutesShown: own(formatNumber(CODE_MINUTES)),
      hours: REST_HOURS,
      hoursShown: own(formatNumber(REST_HOURS)),
      ...("amountKopecks" in mail
        ? { amount: own(formatNumber(roublesNumber(kopecks(mail.amountKopecks)), 2)) }
        : {}),
      ...("code" in mail ? { code: mail.code, rests: own(mail.restsUntil ? "yes" : "no") } : {}),
      moment: own(mail.restsUntil ? formatMoment(locale, mail.restsUntil, "UTC") : ""),
    });
  return renderTexts(
    text,
    house.publicUrl + localizedPath(locale, pageOf(mail.occasion)),
    locale,
    house.brand,
  );
}

/** Where withdrawals of a source stand. */
const pagesOfSources = {
  top_up: "/profile/referral-program",
  referral: "/profile/referral-program",
  partner: "/partner/withdrawal-funds",
  store: "/store",
} as const satisfies Readonly<Record<WithdrawalSource, string>>;

function pageOf(occasion: Occasion): string {
  if (occasion.kind === "claim") return `/profile/pay/invoice/${occasion.paymentId}`;
  return pagesOfSources[occasion.source];
}
