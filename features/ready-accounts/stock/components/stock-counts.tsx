import { useTranslations } from "next-intl";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** An offer's accounts in numbers, by what has become of them. */
export function StockCounts({ stock }: Pick<AccountOfferView, "stock">) {
  const t = useTranslations("readyAccounts.stock");
  return (
    <span className="tabular">
      {t("counts", {
        available: formatNumber(stock.available),
        held: formatNumber(stock.held),
        sold: formatNumber(stock.sold),
        withdrawn: formatNumber(stock.withdrawn),
      })}
    </span>
  );
}
