import { getTranslations } from "next-intl/server";
import { MessagePage } from "#components/layout/message-page.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

/** What an unknown address shows. The page that renders it sets status 404 (`pageNotFound` in lib/http). */
export async function NotFoundView() {
  const t = await getTranslations("site.notFound");
  return (
    <MessagePage
      figure="404"
      title={t("title")}
      action={
        <LocaleLink href="/" className={buttonClasses("accent", "lg")}>
          {t("home")}
        </LocaleLink>
      }
    >
      {t("text")}
    </MessagePage>
  );
}
