import { getTranslations } from "next-intl/server";
import { MessagePage } from "#components/layout/message-page.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

/** What a page shows when its data could not be had; rendered on the server, so the words are in the HTML itself. */
export async function FailureView({ requestId }: { requestId: string | null }) {
  const t = await getTranslations("site.failure");
  return (
    <MessagePage
      title={t("title")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {/* An empty address is this page again, without scripts too. */}
          {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page again */}
          <a href="" className={buttonClasses("accent", "lg")}>
            {t("retry")}
          </a>
          <LocaleLink href="/" className={buttonClasses("plain", "lg")}>
            {t("home")}
          </LocaleLink>
        </div>
      }
    >
      <p>{t("text")}</p>
      {requestId ? (
        <p className="mt-3 text-faint text-xs">
          {t("requestId")} <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
    </MessagePage>
  );
}
