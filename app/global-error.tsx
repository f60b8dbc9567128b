"use client";

import "./globals.css";
import { useState } from "react";
import { ErrorPage } from "#features/site/components/error-page.island.tsx";
import { readFailureWords } from "#features/site/failures/failures.client.ts";
import type { FailureWords } from "#features/site/failures/failures.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";

/** Where no page came before the failure, which is where the front door says so in the reader's language. */
const withoutPage: FailureWords = {
  title: "Something went wrong!",
  text: "An error occurred. Repeat the request later.",
  retry: "Try again",
  home: "Home page",
  requestId: "Request id",
};

/** What is left of the page whose place this one takes. */
function inheritedFacts() {
  const isInBrowser = typeof window !== "undefined";
  const { locale } = splitLocale(isInBrowser ? location.pathname : "/");
  return {
    locale,
    words: readFailureWords() ?? withoutPage,
    theme: isInBrowser ? document.documentElement.dataset.theme : undefined,
  };
}

/** What stands in the place of everything when the frame of the pages fails; in the language, theme and fonts of the page. */
export default function GlobalError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const [{ locale, words, theme }] = useState(inheritedFacts);
  return (
    <html lang={localeFacts[locale].tag} data-theme={theme} suppressHydrationWarning>
      <body className="flex min-h-dvh flex-col">
        <title>{words.title}</title>
        <main className="flex-1">
          <ErrorPage error={error} words={words} home={localizedPath(locale, "/")} reset={reset} />
        </main>
      </body>
    </html>
  );
}
