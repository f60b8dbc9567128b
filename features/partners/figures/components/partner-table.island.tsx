"use client";

import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import type {
  PartnerCounts,
  PartnerFigures,
  PartnerGroup,
} from "#features/partners/figures/partner-figures.contract.ts";
import { type SuppliedGrouping, suppliedGroupings } from "#features/statistics/supplied/supplied.rules.ts";
import { useDayText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted } from "#features/statistics/users/components/figure-tiles.tsx";
import {
  FigureRows,
  firstCell,
  GoodsName,
  GroupedCard,
} from "#features/statistics/users/components/grouped-table.island.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

const columns = [
  "requests",
  "codes",
  "sms",
  "cancelled",
  "reported",
  "medianSeconds",
  "earnedKopecks",
] as const;

type TableProps = {
  view: PartnerFigures;
  by: SuppliedGrouping;
  onBy: (by: SuppliedGrouping) => void;
};

/** The same figures as numbers: a row for each day, service, country or operator. */
export function PartnerTable({ view, by, onBy }: TableProps) {
  const t = useTranslations("partners.figures.table");
  return (
    <GroupedCard
      title={t("title")}
      label={t("by")}
      groupings={suppliedGroupings}
      by={by}
      onBy={onBy}
      textOf={(one) => t(`groups.${one}`)}
    >
      <FigureRows
        key={view.by}
        rows={view.groups}
        keyOf={(row) => row.day ?? row.service?.code ?? row.country?.id ?? row.operator ?? undefined}
        texts={{
          scroll: t("scroll"),
          caption: t("caption", { by: t(`groups.${view.by}`) }),
          total: t("total"),
          all: t("all", counted(view.groups.length)),
        }}
        head={
          <>
            <th scope="col" className={cx(firstCell, "font-medium")}>
              {t(`columns.${view.by}`)}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2.5 py-2.5 text-right font-medium last:pr-4">
                {t(`columns.${column}`)}
              </th>
            ))}
          </>
        }
        nameOf={(row) => <RowName row={row} />}
        cellsOf={(row) => <Cells counts={row} />}
        totals={<Cells counts={view.total} />}
      />
    </GroupedCard>
  );
}

function Cells({ counts }: { counts: PartnerCounts }) {
  const time = useTranslations("statistics.time");
  const textOf = (column: (typeof columns)[number]) => {
    if (column === "medianSeconds") return waitText(time, counts.medianSeconds);
    if (column !== "earnedKopecks") return formatNumber(counts[column]);
    return <RatedMoney kopecks={counts.earnedKopecks} className="justify-end" />;
  };
  return columns.map((column) => (
    <td key={column} className="tabular px-2.5 py-2.5 text-right last:pr-4">
      {textOf(column)}
    </td>
  ));
}

function RowName({ row }: { row: PartnerGroup }) {
  const t = useTranslations("partners.figures.table");
  const dayText = useDayText();
  if (row.day !== null) return <span className="tabular">{dayText(row.day)}</span>;
  if (row.operator !== null) return row.operator === "any" ? t("anyOperator") : row.operator;
  return <GoodsName service={row.service} country={row.country} />;
}
