"use client";

import { useTranslations } from "next-intl";
import { MessagePage } from "#components/layout/message-page.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

/** What the browser shows when a page fails while it is shown. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const t = useTranslations("site.failure");
  return (
    <MessagePage
      title={t("title")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button tone="accent" size="lg" onClick={reset}>
            {t("retry")}
          </Button>
          <LocaleLink href="/" className={buttonClasses("plain", "lg")}>
            {t("home")}
          </LocaleLink>
        </div>
      }
    >
      <p>{t("text")}</p>
      {error.digest ? (
        <p className="mt-3 text-faint text-xs">
          {t("requestId")} <code className="font-mono">{error.digest}</code>
        </p>
      ) : null}
    </MessagePage>
  );
}
