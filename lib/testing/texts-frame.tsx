import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import type { Messages } from "#lib/i18n/messages.ts";

type TextsFrameProps = { locale: Locale; messages: Messages; children: ReactNode };

/** Gives what is inside the texts of a language, as the layouts of the pages do; moments are shown in UTC. */
export function TextsFrame({ locale, messages, children }: TextsFrameProps) {
  return (
    <NextIntlClientProvider locale={localeFacts[locale].tag} messages={messages} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
