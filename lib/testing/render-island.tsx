import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactElement, ReactNode } from "react";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { accountMessages, type Messages } from "#lib/i18n/messages.ts";
import { TextsFrame } from "#lib/testing/texts-frame.tsx";

/** A store of server answers that asks once, so that a refusal is shown at once. */
function emptyStore(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
}

/**
 * Renders an island in a language, on what every page gives it. `messages`: the texts that its own page hands out (`messagesOf` for
 * what a server renders); `client`: a store of server answers that knows something already. Returns the store beside what `render`
 * returns; `rerender` stays within the frame.
 */
export function renderIsland(
  island: ReactElement,
  locale: Locale = "en",
  messages: Messages = accountMessages(locale),
  client: QueryClient = emptyStore(),
) {
  document.documentElement.lang = localeFacts[locale].tag;
  const Frame = ({ children }: { children: ReactNode }) => (
    <TextsFrame locale={locale} messages={messages}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TextsFrame>
  );
  return { client, ...render(island, { wrapper: Frame }) };
}
