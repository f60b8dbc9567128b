import { useTranslations } from "next-intl";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

type OrderProgressProps = { count: number; preparedCount: number };

/** How many accounts of an order that is being prepared are ready. */
export function OrderProgress({ count, preparedCount }: OrderProgressProps) {
  const t = useTranslations("readyAccounts.mine");
  return (
    <div className="grid gap-1.5">
      <p className="tabular text-sm" role="status">
        {t("ready", { shown: formatNumber(preparedCount), all: formatNumber(count) })}
      </p>
      <ProgressBar share={preparedCount / count} label={t("state.held")} />
    </div>
  );
}
