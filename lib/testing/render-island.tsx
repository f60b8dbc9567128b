import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { clientMessages } from "#lib/i18n/messages.ts";

/** Renders an island in a language, on what every page gives it. */
export function renderIsland(island: ReactElement, locale: Locale = "en") {
  const { tag } = localeFacts[locale];
  document.documentElement.lang = tag;
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  return render(
    <NextIntlClientProvider locale={tag} messages={clientMessages(locale)} timeZone="UTC">
      <QueryClientProvider client={client}>{island}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
}
