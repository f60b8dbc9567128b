import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import type { PriceRow } from "#features/partners/prices/prices.contract.ts";
import { sharesOf } from "#features/partners/prices/prices.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Of all codes of the last 30 days, how many were sold at which price; bars beside their figures. */
export function SalesSteps({ row: { steps, costKopecks } }: { row: PriceRow }) {
  const t = useTranslations("partners.prices");
  if (steps.length === 0) return <p className="text-muted">{t("stepsFew")}</p>;
  const shares = sharesOf(steps.map(({ codes }) => codes));
  return (
    <table className="w-full max-w-2xl text-left">
      <caption className="pb-2 text-left text-muted text-xs">{t("steps")}</caption>
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="py-1 pr-3 font-medium">
            {t("stepPrice")}
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            {t("stepShare")}
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            {t("stepOwn")}
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map(({ fromKopecks, toKopecks, ownCodes }, at) => {
          const share = shares[at] ?? 0;
          const isHere = costKopecks !== null && costKopecks >= fromKopecks && costKopecks <= toKopecks;
          return (
            <tr key={fromKopecks}>
              <th scope="row" className={cx("tabular py-1 pr-3", isHere ? "font-semibold" : "font-normal")}>
                <RatedMoney kopecks={fromKopecks} />
                {toKopecks > fromKopecks ? (
                  <>
                    {" – "}
                    <RatedMoney kopecks={toKopecks} />
                  </>
                ) : null}
                {isHere ? <span className="text-muted"> · {t("stepHere")}</span> : null}
              </th>
              <td className="py-1 pr-3">
                <span className="flex items-center gap-2">
                  <span aria-hidden="true" className="block h-2 w-16 rounded-full bg-sunken sm:w-32">
                    <span className="block h-2 rounded-full bg-accent" style={{ width: `${share}%` }} />
                  </span>
                  <span className="tabular whitespace-nowrap">{formatNumber(share)}%</span>
                </span>
              </td>
              <td className="tabular py-1 text-right">{formatNumber(ownCodes)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
