import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { Locale } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { TextsFrame } from "#lib/testing/texts-frame.tsx";

/** The HTML of a part of a page as a server sends it in a language, before any script runs. */
export function sentMarkup(part: ReactNode, locale: Locale = "en"): string {
  return renderToStaticMarkup(
    <TextsFrame locale={locale} messages={messagesOf(locale)}>
      {part}
    </TextsFrame>,
  );
}
