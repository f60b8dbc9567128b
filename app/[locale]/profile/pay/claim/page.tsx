import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { ClaimPaid } from "#features/payments/guests/components/claim-paid.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/pay/claim");

/** Where a mailed link or a log-in leads whoever paid before there was an account. */
export default async function ClaimPaidPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    await requireViewer(locale);
    const t = await getTranslations({ locale, namespace: "payments.guest" });
    return (
      <>
        <PageHeading title={t("claimTitle")} />
        <Card className="max-w-xl p-5 sm:p-6">
          <ClaimPaid />
        </Card>
      </>
    );
  });
}
