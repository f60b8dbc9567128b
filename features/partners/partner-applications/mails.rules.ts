import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

/** The mails about an application; texts at `partners.mail.<name>` in messages/. None shows what somebody typed. */
export type ApplicationMail =
  | { readonly name: "received" }
  /** The account is a partner's now. */
  | { readonly name: "approved" }
  /** The address is still to be registered. */
  | { readonly name: "approvedUnregistered" }
  /** `reason`: the staff's own words. */
  | { readonly name: "declined"; readonly reason: string };

const paths = {
  received: "/partner-program",
  approved: "/partner",
  approvedUnregistered: "/registration",
  declined: "/partner-program",
} as const satisfies Record<ApplicationMail["name"], string>;

/** A mail about an application in its reader's language. */
export function renderApplicationMail(
  mail: ApplicationMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `partners.mail.${mail.name}.${part}`, { brand: own(house.brand) });
  const url = house.publicUrl + localizedPath(locale, paths[mail.name]);
  return renderTexts(text, url, locale, house.brand, mail.name === "declined" ? [mail.reason] : []);
}
