import { NextIntlClientProvider } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";
import { accountMessages, pageMessages } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

type PageTextsProps = {
  locale: Locale;
  /** What the islands inside say, by feature or by feature and part, as in messages/en.json. */
  names?: readonly string[];
  children: ReactNode;
};

/**
 * Hands islands of a public page their texts, beside those of the frame: every page carries only what is said on it. Whoever stands
 * inside another one takes its place, so it names all that is inside.
 */
export function PageTexts({ locale, names = [], children }: PageTextsProps) {
  return (
    <NextIntlClientProvider messages={toPageMessages(pageMessages(locale, names))}>
      {children}
    </NextIntlClientProvider>
  );
}

/** Hands islands behind a log-in all texts of the account, and those that are named besides. */
export function AccountTexts({ locale, names = [], children }: PageTextsProps) {
  return (
    <NextIntlClientProvider messages={toPageMessages(accountMessages(locale, names))}>
      {children}
    </NextIntlClientProvider>
  );
}

/** The layout of pages that have nothing of their own around them but the account's texts. */
export async function AccountTextsLayout({
  children,
  params,
}: {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return <AccountTexts locale={locale}>{children}</AccountTexts>;
}
