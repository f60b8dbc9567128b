import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import type { ReactElement } from "react";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { clientMessages, type Messages } from "#lib/i18n/messages.ts";

/** Renders an island in a language, on what every page gives it, or with the texts that its own page hands out. */
export function renderIsland(
  island: ReactElement,
  locale: Locale = "en",
  messages: Messages = clientMessages(locale),
) {
  const { tag } = localeFacts[locale];
  document.documentElement.lang = tag;
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
  });
  return render(
    <NextIntlClientProvider locale={tag} messages={messages} timeZone="UTC">
      <QueryClientProvider client={client}>{island}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
}
