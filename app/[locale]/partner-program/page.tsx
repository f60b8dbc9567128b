import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { ApplicationForm } from "#features/partners/partner-applications/application-form.island.tsx";
import { loadYieldChoices } from "#features/partners/yield/yield.loaders.ts";
import { YieldCalculator } from "#features/partners/yield/yield-calculator.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/partner-program");

/** Owners of SIM modems see what these would earn, and apply as partners. */
export default async function PartnerProgramPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "partners.page" });
  return (
    <PageFrame>
      <PageHeading title={t("title")} lead={t("lead")} />
      <PageTexts locale={locale} names={["identity.captcha", "partners.application", "partners.yield"]}>
        <div className="grid items-start gap-10 lg:grid-cols-2">
          <YieldCalculator {...(await loadYieldChoices(locale))} />
          <section aria-labelledby="apply" className="grid gap-4">
            <h2 id="apply" className="font-semibold text-lg">
              {t("apply")}
            </h2>
            <ApplicationForm />
          </section>
        </div>
      </PageTexts>
    </PageFrame>
  );
}
