import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { RunPage } from "#features/back-office/reconciliation/components/run-page.island.tsx";
import { readId } from "#lib/api/id-text.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export const generateMetadata = deskMetadata("/desk/reconciliation/[id]");

/** What one run found. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const id = readId((await params).id);
  return deskPage(async () => {
    if (id === null) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("runs.number", { id })} />
        <RunPage id={id} />
      </>
    );
  });
}
