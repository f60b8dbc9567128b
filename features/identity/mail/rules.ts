import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";

/** The mails of identity; texts at `identity.mail.<name>` in messages/. */
export type IdentityMail =
  | { readonly name: "confirmEmail"; readonly personName: string; readonly token: string }
  | { readonly name: "alreadyRegistered"; readonly personName: string }
  | { readonly name: "resetPassword"; readonly personName: string; readonly token: string }
  | { readonly name: "passwordChanged"; readonly personName: string };

/** Where the mail's button leads; absolute, from PUBLIC_URL, never from a request. */
export function mailLink(mail: IdentityMail, locale: Locale): string {
  const paths = {
    confirmEmail: (token: string) => `/signup/confirm-email?token=${token}`,
    resetPassword: (token: string) => `/confirm/${token}`,
    alreadyRegistered: () => "/authorization",
    passwordChanged: () => "/request-password",
  };
  return env.PUBLIC_URL + localizedPath(locale, paths[mail.name]("token" in mail ? mail.token : ""));
}

/** A mail in the reader's language. */
export function renderIdentityMail(mail: IdentityMail, locale: Locale): RenderedMail {
  const text = (part: string) =>
    translateMessage(locale, `identity.mail.${mail.name}.${part}`, {
      brand: env.BRAND_NAME,
      name: mail.personName,
    });
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body")],
      action: { label: text("action"), url: mailLink(mail, locale) },
      note: text("note"),
    },
    locale,
  );
}
