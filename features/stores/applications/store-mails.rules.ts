import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

/** The mails about an application for a store; texts at `stores.mail.<name>` in messages/. None shows what the applicant typed. */
export type StoreMail =
  | { readonly name: "approved" }
  /** `reason`: the staff's own words. */
  | { readonly name: "declined"; readonly reason: string };

/** A mail about an application for a store in its reader's language. */
export function renderStoreMail(
  mail: StoreMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `stores.mail.${mail.name}.${part}`, { brand: own(house.brand) });
  const path = mail.name === "approved" ? "/store" : "/profile";
  const url = house.publicUrl + localizedPath(locale, path);
  return renderTexts(text, url, locale, house.brand, mail.name === "declined" ? [mail.reason] : []);
}
