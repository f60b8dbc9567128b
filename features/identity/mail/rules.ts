import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";

/** The mails of identity; texts at `identity.mail.<name>` in messages/. */
export type IdentityMail =
  | { readonly name: "confirmEmail"; readonly personName: string; readonly token: string }
  | { readonly name: "alreadyRegistered"; readonly personName: string }
  | { readonly name: "resetPassword"; readonly personName: string; readonly token: string }
  | { readonly name: "passwordChanged"; readonly personName: string }
  | { readonly name: "secondFactorOn"; readonly personName: string }
  | { readonly name: "secondFactorOff"; readonly personName: string }
  | { readonly name: "backupCodeUsed"; readonly personName: string };

/** Who writes: the product's name and its public address (from the settings, never from a request). */
export type MailHouse = { readonly brand: string; readonly publicUrl: string };

/** Where the mail's button leads. */
export function mailLink(mail: IdentityMail, locale: Locale, publicUrl: string): string {
  const paths = {
    confirmEmail: (token: string) => `/signup/confirm-email?token=${token}`,
    resetPassword: (token: string) => `/confirm/${token}`,
    alreadyRegistered: () => "/authorization",
    passwordChanged: () => "/request-password",
    secondFactorOn: () => "/request-password",
    secondFactorOff: () => "/request-password",
    backupCodeUsed: () => "/profile/settings",
  };
  return publicUrl + localizedPath(locale, paths[mail.name]("token" in mail ? mail.token : ""));
}

/** A mail in the reader's language. */
export function renderIdentityMail(mail: IdentityMail, locale: Locale, house: MailHouse): RenderedMail {
  const text = (part: string) =>
    translateMessage(locale, `identity.mail.${mail.name}.${part}`, {
      brand: house.brand,
      name: mail.personName,
    });
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body")],
      action: { label: text("action"), url: mailLink(mail, locale, house.publicUrl) },
      note: text("note"),
    },
    locale,
    house.brand,
  );
}
