import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { FeedbackForm } from "#features/community/feedback/components/feedback-form.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/feedback");

/** Writes to support. */
export default async function FeedbackPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "community.feedback" });
  return (
    <PageFrame>
      <div className="mx-auto max-w-xl">
        <PageHeading title={t("title")} lead={t("lead")} />
        <PageTexts locale={locale} names={["community.feedback", "identity.captcha"]}>
          <FeedbackForm />
        </PageTexts>
      </div>
    </PageFrame>
  );
}
