"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import type {
  PartnerCounts,
  PartnerFigures,
  PartnerGroup,
} from "#features/partners/figures/partner-figures.contract.ts";
import { type SuppliedGrouping, suppliedGroupings } from "#features/statistics/supplied/supplied.rules.ts";
import { useDayText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted } from "#features/statistics/users/components/figure-tiles.tsx";
import { limits } from "#features/statistics/users/users.rules.ts";
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
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <fieldset aria-label={t("by")} className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}>
          {suppliedGroupings.map((one) => (
            <Segment
              key={one}
              chosen={by === one}
              className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
              onClick={() => onBy(one)}
            >
              {t(`groups.${one}`)}
            </Segment>
          ))}
        </fieldset>
      </div>
      <Rows key={view.by} view={view} />
    </Card>
  );
}

/** Stays where it is while the others move: a row keeps its name. */
const firstCell = "sticky left-0 bg-surface py-2.5 pr-3 pl-4 text-left";

function Rows({ view }: { view: PartnerFigures }) {
  const t = useTranslations("partners.figures.table");
  const [isLong, setLong] = useState(false);
  const shown = isLong ? view.groups : view.groups.slice(0, limits.rowsShown);
  return (
    <>
      <section
        aria-label={t("scroll")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto border-line border-t"
      >
        <table className="w-full whitespace-nowrap text-sm">
          <caption className="sr-only">{t("caption", { by: t(`groups.${view.by}`) })}</caption>
          <thead>
            <tr className="border-line border-b text-muted text-xs">
              <th scope="col" className={cx(firstCell, "font-medium")}>
                {t(`columns.${view.by}`)}
              </th>
              {columns.map((column) => (
                <th key={column} scope="col" className="px-2.5 py-2.5 text-right font-medium last:pr-4">
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((row) => (
              <tr key={row.day ?? row.service?.code ?? row.country?.id ?? row.operator}>
                <th scope="row" className={cx(firstCell, "font-medium")}>
                  <RowName row={row} />
                </th>
                <Cells counts={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t font-semibold">
              <th scope="row" className={cx(firstCell, "font-semibold")}>
                {t("total")}
              </th>
              <Cells counts={view.total} />
            </tr>
          </tfoot>
        </table>
      </section>
      {shown.length < view.groups.length ? (
        <div className="grid border-line border-t p-4">
          <Button className="justify-self-center" onClick={() => setLong(true)}>
            {t("all", counted(view.groups.length))}
          </Button>
        </div>
      ) : null}
    </>
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
  const { service, country } = row;
  return (
    <span className="flex max-w-36 items-center gap-2 sm:max-w-56">
      {service ? <ServiceMark icon={service.icon} name={service.name} size="sm" /> : null}
      {country?.icon ? <Flag src={country.icon} /> : null}
      <span className="truncate">{service?.name ?? country?.name}</span>
    </span>
  );
}
