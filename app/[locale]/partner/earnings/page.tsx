import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { PartnerEarnings } from "#features/partners/statement/components/partner-earnings.island.tsx";
import { loadPartnerEarnings } from "#features/partners/statement/partner-statement.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = partnerMetadata("/partner/earnings");

/** What the partner has earned: balances and statement. */
export default async function PartnerEarningsPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async (partner) => {
    const [t, { sums, statement }] = await Promise.all([
      getTranslations({ locale, namespace: "partners.earnings" }),
      loadPartnerEarnings(partner, locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} lead={t("lead")} />
        <PartnerEarnings
          sums={sums}
          filters={statement.filters}
          choices={statement.choices}
          initial={statement.initial}
        />
      </>
    );
  });
}
