"use client";

import { useLocale, useTranslations } from "next-intl";
import { ErrorPage } from "#features/site/components/error-page.island.tsx";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** What stands in a page's place when it fails while it is shown; the frame around it stays. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("site.failure");
  const words = {
    title: t("title"),
    text: t("text"),
    retry: t("retry"),
    home: t("home"),
    requestId: t("requestId"),
  };
  const home = localizedPath(localeFromTag(useLocale()), "/");
  return <ErrorPage error={error} words={words} home={home} reset={reset} />;
}
