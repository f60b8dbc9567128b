import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { wholesaleTurnoverDays } from "#features/pricing/pricing.rules.ts";

/** What the wholesale prices need that stand small in the rows below it. */
export function WholesaleLine({ fromKopecks, rubPerUsd }: { fromKopecks: number; rubPerUsd: number | null }) {
  const t = useTranslations("pricing.tier");
  return (
    <p className="border-line border-b px-4 py-2 text-muted text-sm">
      {t.rich("wholesaleFrom", {
        amount: () => <Money kopecks={fromKopecks} rubPerUsd={rubPerUsd} />,
        days: wholesaleTurnoverDays,
      })}
    </p>
  );
}
