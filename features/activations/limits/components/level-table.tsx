import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type LevelTableProps = { limits: Pick<AccountLimits, "levels" | "windowDays" | "openMax"> };

/** The published table of limits, with the account's own step. */
export function LevelTable({ limits }: LevelTableProps) {
  const t = useTranslations("activations.limits.table");
  const head = [t("max"), t("age"), t("turnover", { days: limits.windowDays }), t("rating")];
  return (
    <details className="text-sm">
      <summary className="touch w-fit cursor-pointer font-medium text-link">{t("title")}</summary>
      <table className="tabular mt-2 w-full max-w-xl text-left max-sm:text-xs">
        <thead className="text-muted text-xs">
          <tr>
            {head.map((text) => (
              <th key={text} scope="col" className="py-1 pr-2 align-bottom sm:pr-3 font-medium first:pl-1">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {limits.levels.map((level) => {
            const isOwn = level.openMax === limits.openMax;
            return (
              <tr
                key={formatNumber(level.openMax)}
                className={cx("border-line border-t", isOwn && "bg-accent-soft font-semibold")}
              >
                <th scope="row" className="py-1.5 pr-2 pl-1 sm:pr-3 font-[inherit]">
                  {formatNumber(level.openMax)}
                  {isOwn ? <span className="ml-1.5 font-normal text-xs">{t("yours")}</span> : null}
                </th>
                <td className="py-1.5 pr-2 sm:pr-3">
                  {level.ageDays === 0 ? "—" : t("days", { days: level.ageDays })}
                </td>
                <td className="py-1.5 pr-2 sm:pr-3">
                  {level.turnoverKopecks === 0 ? "—" : <RatedMoney kopecks={level.turnoverKopecks} />}
                </td>
                <td className="py-1.5">
                  {level.deliveredPercent === 0 ? "—" : `${level.deliveredPercent}%`}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}
