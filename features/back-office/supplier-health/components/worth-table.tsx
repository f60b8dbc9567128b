import { useTranslations } from "next-intl";
import { FiguresTable } from "#features/back-office/supplier-health/components/figures-table.tsx";
import type { SupplierHealth } from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What purchases by worth know of the supplier, by service and country. */
export function WorthTable({ worth }: Pick<SupplierHealth, "worth">) {
  const t = useTranslations("backOffice.supplierHealth");
  return (
    <>
      <p className="px-5 pb-2 text-muted text-sm">{t("routingHint")}</p>
      <FiguresTable
        columns={[t("goods"), t("orders"), t("delivered"), t("refused"), t("chance"), t("wait")]}
        rows={worth.map(({ service, country, isTrial, ...figures }) => ({
          name: `${service}, ${country}${isTrial ? ` (${t("onTrial")})` : ""}`,
          figures: [
            formatNumber(figures.orders),
            formatNumber(figures.delivered),
            formatNumber(figures.refused),
            `${formatNumber(figures.chancePercent)}%`,
            t("seconds", { shown: formatNumber(figures.waitSeconds) }),
          ],
        }))}
      />
    </>
  );
}
