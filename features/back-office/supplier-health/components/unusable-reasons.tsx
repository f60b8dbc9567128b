import { useTranslations } from "next-intl";
import { Moment } from "#features/back-office/components/moment.tsx";
import { FiguresTable } from "#features/back-office/supplier-health/components/figures-table.tsx";
import type { SupplierHealth } from "#features/back-office/supplier-health/supplier-health.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Why answers of the last day were not used. */
export function UnusableReasons({ unusable }: Pick<SupplierHealth, "unusable">) {
  const t = useTranslations("backOffice.supplierHealth");
  return (
    <FiguresTable
      columns={[t("reason"), t("count"), t("last")]}
      rows={unusable.map(({ action, reason, count, lastAt }) => ({
        name: `${t(`reasons.${reason}`)} · ${action}`,
        figures: [formatNumber(count), <Moment key="last" at={lastAt} />],
      }))}
    />
  );
}
