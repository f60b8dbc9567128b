import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";
import { type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** What was released to a store since its owner was told last; texts at `readyAccounts.mail.earned` in messages/. */
export type EarningMail = {
  readonly personName: string;
  readonly orders: number;
  readonly amountKopecks: Kopecks;
};

/** The mail about released earnings in the language of the store's owner. */
export function renderEarningMail(
  { personName, orders, amountKopecks }: EarningMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `readyAccounts.mail.earned.${part}`, {
      ...{ brand: own(house.brand), name: personName },
      ...{ count: orders, shown: own(formatNumber(orders)) },
      amount: own(formatNumber(roublesNumber(amountKopecks), 2)),
    });
  return renderTexts(text, house.publicUrl + localizedPath(locale, "/store"), locale, house.brand);
}
