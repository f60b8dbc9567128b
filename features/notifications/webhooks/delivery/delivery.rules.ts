import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

export type DisabledWebhook = {
  readonly personName: string;
  readonly webhookName: string;
  readonly host: string;
  readonly reason: "failures" | "gone";
};

/** The mail about a webhook that was turned off by itself, in the reader's language. */
export function renderDisabledMail(
  { personName, webhookName, host, reason }: DisabledWebhook,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `notifications.mail.webhookOff.${part}`, {
      brand: own(house.brand),
      name: personName,
      webhook: webhookName,
      host,
    });
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text(reason), text("after")],
      action: { label: text("action"), url: house.publicUrl + localizedPath(locale, "/profile/webhooks") },
    },
    locale,
    house.brand,
  );
}
