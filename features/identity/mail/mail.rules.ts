import { CLOSING_PATH } from "#features/identity/closing.rules.ts";
import type { WaysIn } from "#features/identity/ways-in.rules.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

/** The mails of identity; texts at `identity.mail.<name>` in messages/. */
export type IdentityMail =
  /** `code`: for the page where it was asked for, in groups; null where there is none. */
  | {
      readonly name: "confirmEmail";
      readonly personName: string;
      readonly token: string;
      readonly code: string | null;
    }
  | {
      readonly name: "alreadyRegistered";
      readonly personName: string;
      readonly returnPath: string | null;
      readonly code: string | null;
    }
  | { readonly name: "resetPassword"; readonly personName: string; readonly token: string }
  /** `what`: the code, in groups. */
  | { readonly name: "mailCode"; readonly personName: string; readonly what: string }
  /** To the address that is asked for. `what`: the code, in groups. */
  | { readonly name: "emailChangeCode"; readonly personName: string; readonly what: string }
  /** To the old address. `what`: the new one; `token`: of the way back. */
  | {
      readonly name: "emailChanged";
      readonly personName: string;
      readonly what: string;
      readonly token: string;
    }
  /** `what`: the code, in groups. */
  | { readonly name: "recoveryCode"; readonly personName: string; readonly what: string }
  /** `token`: of the link that cancels the recovery. */
  | {
      readonly name: "recoveryAsked" | "recoveryWaits";
      readonly personName: string;
      readonly token: string;
      readonly endsAt: Date;
    }
  | { readonly name: "recoveryCancelled"; readonly personName: string }
  | { readonly name: "recoveryDone"; readonly personName: string }
  | { readonly name: "passwordReset"; readonly personName: string; readonly ended: WaysIn }
  /** `ended`: removed with it, as asked; `left`: what still opens the account. */
  | {
      readonly name: "passwordChanged";
      readonly personName: string;
      readonly ended?: WaysIn;
      readonly left?: WaysIn;
    }
  | { readonly name: "secondFactorOn"; readonly personName: string }
  | { readonly name: "secondFactorOff"; readonly personName: string }
  | { readonly name: "backupCodeUsed"; readonly personName: string }
  /** `what`: the passkey's name. */
  | { readonly name: "passkeyAdded"; readonly personName: string; readonly what: string }
  | { readonly name: "passkeyRemoved"; readonly personName: string; readonly what: string }
  /** `what`: the provider's name. */
  | { readonly name: "socialLinked"; readonly personName: string; readonly what: string }
  /** `what`: by which the account was known. */
  | { readonly name: "socialUnlinked"; readonly personName: string; readonly what: string }
  | { readonly name: "archiveReady"; readonly personName: string }
  /** `what`: the day of the end. */
  | { readonly name: "closingAsked"; readonly personName: string; readonly what: string }
  | { readonly name: "closingSoon"; readonly personName: string; readonly what: string }
  | { readonly name: "accountKept"; readonly personName: string }
  | { readonly name: "accountClosed"; readonly personName: string }
  /** `what`: the key's first characters, or the host that a webhook calls. */
  | { readonly name: "keyMade"; readonly personName: string; readonly what: string }
  | { readonly name: "webhookMade"; readonly personName: string; readonly what: string }
  /** `what`: the chat's name. */
  | { readonly name: "telegramLinked"; readonly personName: string; readonly what: string };

/** Who writes: the product's name and its public address (from the settings, never from a request). */
export type MailHouse = { readonly brand: string; readonly publicUrl: string };

/** Where the mail's button leads. */
function mailLink(mail: IdentityMail, locale: Locale, publicUrl: string): string {
  return publicUrl + localizedPath(locale, mailPath(mail));
}

function mailPath(mail: IdentityMail): string {
  switch (mail.name) {
    case "confirmEmail":
      return `/signup/confirm-email?token=${mail.token}`;
    case "resetPassword":
      return `/confirm/${mail.token}`;
    case "recoveryAsked":
    case "recoveryWaits":
      return `/recovery?token=${mail.token}`;
    case "alreadyRegistered":
      return gobackPath("/authorization", mail.returnPath);
    case "emailChanged":
      return `/signup/email-back?token=${mail.token}`;
    case "emailChangeCode":
      return "/profile/settings";
    case "webhookMade":
      return "/profile/webhooks";
    case "telegramLinked":
      return "/profile/settings/notifications";
    case "keyMade":
      return "/profile/settings/api";
    case "archiveReady":
    case "accountKept":
      return "/profile/settings";
    case "closingAsked":
    case "closingSoon":
      return CLOSING_PATH;
    case "accountClosed":
      return "/";
    case "socialLinked":
    case "socialUnlinked":
    case "passkeyAdded":
    case "passkeyRemoved":
    case "backupCodeUsed":
    case "recoveryCancelled":
      return "/profile/settings/security";
    default:
      return "/request-password";
  }
}

/** A mail in the reader's language. */
export function renderIdentityMail(mail: IdentityMail, locale: Locale, house: MailHouse): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `identity.mail.${mail.name}.${part}`, {
      brand: own(house.brand),
      name: mail.personName,
      what: "what" in mail ? mail.what : "",
      ...("endsAt" in mail ? { moment: own(formatMoment(locale, mail.endsAt, "UTC")) } : {}),
    });
  const more = [
    ...("code" in mail && mail.code !== null
      ? [mailText(locale, "identity.mail.registrationCode", { code: mail.code })]
      : []),
    ...("ended" in mail ? waysInTexts(mail.ended, "Ended", locale) : []),
    ...("left" in mail ? waysInTexts(mail.left, "Left", locale) : []),
  ];
  return renderTexts(text, mailLink(mail, locale, house.publicUrl), locale, house.brand, more);
}

/** One paragraph for passkeys and one for linked accounts, where there are any; texts at `identity.waysIn` in messages/. */
function waysInTexts(waysIn: WaysIn | undefined, what: "Ended" | "Left", locale: Locale): string[] {
  return (["passkeys", "accounts"] as const).flatMap((kind) => {
    const names = waysIn?.[kind] ?? [];
    return names.length > 0 ? [mailText(locale, `identity.waysIn.${kind}${what}`, { names })] : [];
  });
}
