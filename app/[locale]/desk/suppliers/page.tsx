import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { SupplierList } from "#features/back-office/suppliers/supplier-list.island.tsx";
import { listSuppliersEndpoint } from "#features/back-office/suppliers/suppliers.contract.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/suppliers");

/** Who supplies the numbers, and how they answer. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listSuppliersEndpoint, await searchParams);
  return deskPage(async (staff) => {
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.suppliers")} lead={t("suppliers.lead")} />
        <SupplierList
          key={JSON.stringify(given)}
          mayChange={isPermitted(staff.permission, "money")}
          given={given}
        />
      </>
    );
  });
}
