import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import type { Stock } from "#features/pricing/stock/stock.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type StockLineProps = {
  /** Null: nothing of it can be bought now. */
  stock: Stock | null;
  /** What its count counts. */
  of: "numbers" | "services";
  rubPerUsd: number | null;
};

/** "from 5,00 ₽ · 181 numbers", or that there are none. */
export function StockLine({ stock, of, rubPerUsd }: StockLineProps) {
  const t = useTranslations("pricing.stock");
  if (!stock) return <>{t("none")}</>;
  const { fromKopecks, count } = stock;
  return (
    <span className="tabular">
      {t.rich(of, {
        price: () => <Money kopecks={fromKopecks} rubPerUsd={rubPerUsd} show="one" />,
        count,
        shown: formatNumber(count),
      })}
    </span>
  );
}
