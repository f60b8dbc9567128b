import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { RequestForm } from "#features/community/service-requests/request-form.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/services/request");

/** Asks for a service or country that is not sold. */
export default async function RequestPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "community.request" });
  return (
    <PageFrame>
      <div className="mx-auto max-w-xl">
        <PageHeading title={t("title")} lead={t("lead")} />
        <PageTexts locale={locale} names={["community.request", "identity.captcha", "identity.validation"]}>
          <RequestForm isPage />
        </PageTexts>
      </div>
    </PageFrame>
  );
}
