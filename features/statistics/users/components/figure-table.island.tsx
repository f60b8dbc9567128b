"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { percentText, useDayText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted } from "#features/statistics/users/components/figure-tiles.tsx";
import {
  type FigureColumn,
  figureColumns,
  firstSort,
  nameOf,
  nextSort,
  type Sort,
  sortRows,
} from "#features/statistics/users/table.rules.ts";
import type { FiguresView, GroupView, StatisticsView } from "#features/statistics/users/users.contract.ts";
import { type Grouping, groupings, limits } from "#features/statistics/users/users.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type TableProps = { view: StatisticsView; by: Grouping; onBy: (by: Grouping) => void };

/** The same figures as numbers: a row for each day, service or country, sorted by any column. */
export function FigureTable({ view, by, onBy }: TableProps) {
  const t = useTranslations("statistics.table");
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 p-4">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <fieldset aria-label={t("by")} className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}>
          {groupings.map((one) => (
            <Segment
              key={one}
              chosen={by === one}
              className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
              onClick={() => onBy(one)}
            >
              {t(one)}
            </Segment>
          ))}
        </fieldset>
      </div>
      {/* Begins anew with the rows: another grouping has an order of its own. */}
      <Rows key={view.by} view={view} />
    </Card>
  );
}

function Rows({ view }: { view: StatisticsView }) {
  const t = useTranslations("statistics.table");
  const [sort, setSort] = useState(firstSort(view.by));
  const [isLong, setLong] = useState(false);
  const rows = sortRows(view.groups, sort);
  const shown = isLong ? rows : rows.slice(0, limits.rowsShown);
  const head = (column: Sort["column"]) => ({ sort, column, onSort: () => setSort(nextSort(sort, column)) });
  return (
    <>
      <section
        aria-label={t("scroll")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto border-line border-t"
      >
        <table className="w-full whitespace-nowrap text-sm">
          <caption className="sr-only">{t("caption", { by: t(view.by) })}</caption>
          <thead>
            <tr className="border-line border-b text-muted text-xs">
              <Head {...head("name")} isFirst>
                {t(`columns.${view.by}`)}
              </Head>
              {figureColumns.map((column) => (
                <Head key={column} {...head(column)}>
                  {t(`columns.${column}`)}
                </Head>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {shown.map((row) => (
              <tr key={nameOf(row) + (row.service?.code ?? row.country?.id ?? "")}>
                <th scope="row" className={cx(firstCell, "font-medium")}>
                  <RowName row={row} />
                </th>
                <Cells figures={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t font-semibold">
              <th scope="row" className={cx(firstCell, "font-semibold")}>
                {t("total")}
              </th>
              <Cells figures={view.total} />
            </tr>
          </tfoot>
        </table>
      </section>
      {shown.length < rows.length ? (
        <div className="grid border-line border-t p-4">
          <Button className="justify-self-center" onClick={() => setLong(true)}>
            {t("all", counted(rows.length))}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Stays where it is while the others move: a row keeps its name. */
const firstCell = "sticky left-0 bg-surface py-2.5 pr-3 pl-4 text-left";

type HeadProps = {
  column: Sort["column"];
  sort: Sort;
  onSort: () => void;
  isFirst?: boolean;
  children: ReactNode;
};

function Head({ column, sort, onSort, isFirst = false, children }: HeadProps) {
  const isSorted = sort.column === column;
  const Icon = isSorted ? (sort.isDescending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  const order = sort.isDescending ? "descending" : "ascending";
  return (
    <th
      scope="col"
      aria-sort={isSorted ? order : "none"}
      className={cx("py-1", isFirst ? "sticky left-0 bg-surface pl-2.5 text-left" : "text-right last:pr-2.5")}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          "touch inline-flex h-8 items-center gap-0.5 rounded-md px-1.5 font-medium hover:bg-sunken",
          isSorted && "text-text",
        )}
      >
        {children}
        <Icon aria-hidden="true" className={cx("size-3.5", !isSorted && "text-faint")} />
      </button>
    </th>
  );
}

function Cells({ figures }: { figures: FiguresView }) {
  const time = useTranslations("statistics.time");
  const textOf = (column: FigureColumn) => {
    if (column === "deliveryPercent") return percentText(figures.deliveryPercent);
    if (column === "medianSeconds") return waitText(time, figures.medianSeconds);
    if (column !== "spentKopecks") return formatNumber(figures[column]);
    return <RatedMoney kopecks={figures.spentKopecks} className="justify-end" />;
  };
  return figureColumns.map((column) => (
    <td key={column} className="tabular px-2.5 py-2.5 text-right last:pr-4">
      {textOf(column)}
    </td>
  ));
}

function RowName({ row }: { row: GroupView }) {
  const dayText = useDayText();
  if (row.day !== null) return <span className="tabular">{dayText(row.day)}</span>;
  const { service, country } = row;
  return (
    <span className="flex max-w-36 items-center gap-2 sm:max-w-56">
      {service ? <ServiceMark icon={service.icon} name={service.name} size="sm" /> : null}
      {country?.icon ? <Flag src={country.icon} /> : null}
      <span className="truncate">{nameOf(row)}</span>
    </span>
  );
}
