import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { loadProgram } from "#features/partners/program/program.loaders.ts";
import { ProgramView } from "#features/partners/program/program-view.tsx";
import { env } from "#lib/env.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = partnerMetadata("/partner/program");

/** The program that a partner installs beside the modems. */
export default async function PartnerProgramDownloadPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async () => {
    const t = await getTranslations({ locale, namespace: "partners" });
    const program = await loadProgram(locale);
    return (
      <>
        <PageHeading title={t("cabinet.nav.program")} lead={t("program.lead")} />
        <ProgramView program={program} url={env.PUBLIC_URL} locale={locale} />
      </>
    );
  });
}
