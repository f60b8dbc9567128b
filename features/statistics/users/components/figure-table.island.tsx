"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { percentText, useDayText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted } from "#features/statistics/users/components/figure-tiles.tsx";
import {
  FigureRows,
  GoodsName,
  GroupedCard,
} from "#features/statistics/users/components/grouped-table.island.tsx";
import {
  columnsOf,
  type FigureColumn,
  firstSort,
  nameOf,
  nextSort,
  type Sort,
  sortRows,
} from "#features/statistics/users/table.rules.ts";
import type { FiguresView, GroupView, StatisticsView } from "#features/statistics/users/users.contract.ts";
import { type Grouping, groupings } from "#features/statistics/users/users.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type TableProps = { view: StatisticsView; by: Grouping; onBy: (by: Grouping) => void };

/** The same figures as numbers: a row for each day, service or country, sorted by any column. */
export function FigureTable({ view, by, onBy }: TableProps) {
  const t = useTranslations("statistics.table");
  return (
    <GroupedCard
      title={t("title")}
      label={t("by")}
      groupings={groupings}
      by={by}
      onBy={onBy}
      textOf={(one) => t(one)}
    >
      {/* Begins anew with the rows: another grouping or kind has an order of its own. */}
      <Rows key={`${view.kind} ${view.by}`} view={view} />
    </GroupedCard>
  );
}

function Rows({ view }: { view: StatisticsView }) {
  const t = useTranslations("statistics.table");
  const [sort, setSort] = useState(firstSort(view));
  const columns = columnsOf(view);
  const head = (column: Sort["column"]) => ({ sort, column, onSort: () => setSort(nextSort(sort, column)) });
  return (
    <FigureRows
      rows={sortRows(view.groups, sort)}
      keyOf={(row) => nameOf(row) + (row.service?.code ?? row.country?.id ?? "")}
      texts={{
        scroll: t("scroll"),
        caption: t("caption", { by: t(view.by) }),
        total: t("total"),
        all: t("all", counted(view.groups.length)),
      }}
      head={
        <>
          <Head {...head("name")} isFirst>
            {t(`columns.${view.by}`)}
          </Head>
          {columns.map((column) => (
            <Head key={column} {...head(column)}>
              {t(`columns.${column}`)}
            </Head>
          ))}
        </>
      }
      nameOf={(row) => <RowName row={row} />}
      cellsOf={(row) => <Cells columns={columns} figures={row} />}
      totals={<Cells columns={columns} figures={view.total} />}
    />
  );
}

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

function Cells({ columns, figures }: { columns: readonly FigureColumn[]; figures: FiguresView }) {
  const time = useTranslations("statistics.time");
  const textOf = (column: FigureColumn) => {
    if (column === "deliveryPercent") return percentText(figures.deliveryPercent);
    if (column === "medianSeconds") return waitText(time, figures.medianSeconds);
    if (column !== "spentKopecks" && column !== "returnedKopecks") return formatNumber(figures[column]);
    return <RatedMoney kopecks={figures[column]} className="justify-end" />;
  };
  return columns.map((column) => (
    <td key={column} className="tabular px-2.5 py-2.5 text-right last:pr-4">
      {textOf(column)}
    </td>
  ));
}

function RowName({ row }: { row: GroupView }) {
  const dayText = useDayText();
  if (row.day !== null) return <span className="tabular">{dayText(row.day)}</span>;
  return <GoodsName service={row.service} country={row.country} />;
}
