import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/**
 * What a look at a balance means: `arm` it is at or above the threshold again, so that falling below it is news; `tell` it
 * has fallen below since. A balance that was never seen above the threshold has not fallen.
 */
export function crossingOf(
  watched: { readonly thresholdKopecks: Kopecks; readonly isArmed: boolean },
  availableKopecks: Kopecks,
): "arm" | "tell" | null {
  const isBelow = availableKopecks < watched.thresholdKopecks;
  if (isBelow) return watched.isArmed ? "tell" : null;
  return watched.isArmed ? null : "arm";
}

/**
 * A balance that money is reserved from and returned to may cross its threshold with every order: the next mail waits so
 * long, and goes out then if the balance is still below.
 */
export const lowBalancePauseMinutes = 10;

export type LowBalance = {
  readonly personName: string;
  readonly availableKopecks: Kopecks;
  readonly thresholdKopecks: Kopecks;
};

/** The mail in the reader's language. */
export function renderLowBalanceMail(
  { personName, availableKopecks, thresholdKopecks }: LowBalance,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `notifications.mail.lowBalance.${part}`, {
      brand: own(house.brand),
      name: personName,
      balance: own(`${formatNumber(availableKopecks / 100, 2)}\u00a0₽`),
      threshold: own(`${formatNumber(thresholdKopecks / 100, 2)}\u00a0₽`),
    });
  return renderTexts(text, house.publicUrl + localizedPath(locale, "/profile/pay"), locale, house.brand);
}
