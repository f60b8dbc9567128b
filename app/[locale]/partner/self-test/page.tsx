import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { SelfTestConsole } from "#features/partners/self-test/self-test-console.island.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = partnerMetadata("/partner/self-test");

/** The protocol's self-test of the partner's own supplier. */
export default async function SelfTestPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async () => {
    const t = await getTranslations({ locale, namespace: "partners.cabinet" });
    return (
      <>
        <PageHeading title={t("nav.selfTest")} />
        <SelfTestConsole path="cabinet/self-tests" />
      </>
    );
  });
}
