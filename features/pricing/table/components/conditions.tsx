import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { wholesaleTurnoverDays } from "#features/pricing/pricing.rules.ts";
import type { OwnConditions } from "#features/pricing/table/price-table.loaders.ts";

/** By which prices the account buys, and what the better tier needs. */
export function Conditions({
  conditions,
  rubPerUsd,
}: {
  conditions: OwnConditions;
  rubPerUsd: number | null;
}) {
  const t = useTranslations("pricing.tariffs");
  const { isWholesale, agreedCount, wholesaleTurnoverKopecks } = conditions;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="mb-3 font-semibold text-lg">{t("conditions")}</h2>
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure label={t("tier")}>{t(isWholesale ? "tiers.wholesale" : "tiers.retail")}</Figure>
        <Figure label={t("agreedCount")}>{agreedCount}</Figure>
        {isWholesale ? null : (
          <Figure label={t("wholesaleFrom")}>
            <Money kopecks={wholesaleTurnoverKopecks} rubPerUsd={rubPerUsd} />{" "}
            <span className="font-normal text-muted text-sm">
              {t("inDays", { days: wholesaleTurnoverDays })}
            </span>
          </Figure>
        )}
      </dl>
    </Card>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="tabular font-semibold text-lg">{children}</dd>
    </div>
  );
}
