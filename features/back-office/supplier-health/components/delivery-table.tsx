import { useTranslations } from "next-intl";
import { FiguresTable } from "#features/back-office/supplier-health/components/figures-table.tsx";
import type { SupplierHealth } from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Orders of the last day by service, with how many of them got a code. */
export function DeliveryTable({ delivery }: Pick<SupplierHealth, "delivery">) {
  const t = useTranslations("backOffice.supplierHealth");
  return (
    <FiguresTable
      columns={[t("service"), t("orders"), t("delivered")]}
      rows={delivery.map(({ code, name, orders, delivered }) => ({
        name: `${name} (${code})`,
        figures: [
          formatNumber(orders),
          `${formatNumber(delivered)} (${formatNumber(Math.round((delivered / orders) * 1_000) / 10)}%)`,
        ],
      }))}
    />
  );
}
