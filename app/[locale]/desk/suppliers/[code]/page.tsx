import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { SupplierHealth } from "#features/back-office/supplier-health/supplier-health.island.tsx";
import { SupplierPage } from "#features/back-office/suppliers/components/supplier-page.island.tsx";
import { SelfTestConsole } from "#features/partners/self-test/self-test-console.island.tsx";
import { supplierCodePattern } from "#features/supply/operation.rules.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; code: string }> };

export const generateMetadata = deskMetadata("/desk/suppliers/[code]");

/** One supplier with its terms. */
export default async function DeskPage({ params }: PageProps) {
  const { locale: tag, code } = await params;
  const locale = toLocale(tag);
  return deskPage(async (staff) => {
    if (!supplierCodePattern.test(code)) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={`${t("nav.suppliers")}: ${code}`} />
        <SupplierPage
          code={code}
          rights={{
            mayChange: isPermitted(staff.permission, "money"),
            mayEnd: isPermitted(staff.permission, "money-lead"),
          }}
        >
          <SupplierHealth code={code} />
          <section aria-labelledby="self-test" className="grid gap-3">
            <h2 id="self-test" className="font-semibold">
              {t("suppliers.selfTest")}
            </h2>
            <SelfTestConsole path={`desk/suppliers/${code}/self-tests`} />
          </section>
        </SupplierPage>
      </>
    );
  });
}
