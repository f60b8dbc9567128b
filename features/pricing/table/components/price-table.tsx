import { ArrowDown, ArrowUp, ChevronsUpDown, Download, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { FilterInput, SubjectSelect } from "#features/pricing/table/components/price-filters.island.tsx";
import type { PricePage as Page } from "#features/pricing/table/price-table.loaders.ts";
import {
  nextPriceSort,
  type PriceBase,
  type PriceColumn,
  type PriceQuery,
  type PriceRow,
  priceColumns,
  pricePath,
} from "#features/pricing/table/price-table.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { type Locale, localeFromTag } from "#lib/i18n/locales.ts";

type PriceTableProps = { page: Page; base: PriceBase };

/**
 * All prices of a service, or in a country, with filter, order, pages and a file. Every state has an address, and everything is
 * reached without the page's script, too.
 */
export function PriceTable({ page, base }: PriceTableProps) {
  const t = useTranslations("pricing.table");
  const { query, table, rows, pageCount } = page;
  const at = { base, query };
  return (
    <>
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        {(["service", "country"] as const).map((subject) => (
          <SubjectSelect
            key={subject}
            {...at}
            subject={subject}
            options={subject === "service" ? page.services : page.countries}
            words={{ label: t(`by.${subject}`), choose: t("choose"), show: t("show") }}
          />
        ))}
      </div>
      <Card className="overflow-hidden max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-4 py-3">
          <h2 className="flex min-w-0 items-center gap-3 font-semibold text-lg">
            {query.subject === "country" && table.icon ? (
              <Flag src={table.icon} />
            ) : (
              <ServiceMark icon={table.icon} name={table.name} />
            )}
            <span className="wrap-anywhere">{t(`heading.${query.subject}`, { name: table.name })}</span>
          </h2>
          <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
            <FilterInput {...at} label={t("filter")} />
            {base === "/prices" ? <CsvLink query={query} /> : null}
          </div>
        </div>
        {rows.length === 0 ? <NothingHere {...at} page={page} /> : <Rows {...at} page={page} />}
        {pageCount > 1 ? <Pages {...at} pageCount={pageCount} /> : null}
      </Card>
      <p className="mt-4 max-w-2xl text-muted text-sm">{t("note")}</p>
    </>
  );
}

type At = { base: PriceBase; query: PriceQuery };

function useLocaleId(): Locale {
  return localeFromTag(useLocale());
}

function CsvLink({ query }: { query: PriceQuery }) {
  const t = useTranslations("pricing.table");
  const given = new URLSearchParams({ locale: useLocaleId(), sort: query.sort });
  if (query.slug !== null) given.set(query.subject, query.slug);
  if (query.search !== "") given.set("q", query.search);
  return (
    <a href={`/api/prices/export?${given}`} download className={buttonClasses("plain", "md")}>
      <Download aria-hidden="true" className="size-4" />
      {t("csv")}
    </a>
  );
}

function Rows({ base, query, page: { table, rows, rubPerUsd } }: At & { page: Page }) {
  const t = useTranslations("pricing.table");
  const at = { base, query };
  return (
    <>
      <nav
        aria-label={t("order")}
        className="flex flex-wrap gap-x-4 border-line border-b px-4 py-1 text-sm sm:hidden"
      >
        {columnsOf(base).map((column) => (
          <ColumnLink key={column} column={column} {...at} />
        ))}
      </nav>
      <table className="w-full text-sm">
        <thead className="max-sm:hidden">
          <tr className="border-line border-b text-left">
            {columnsOf(base).map((column) => (
              <ColumnHead key={column} column={column} {...at} />
            ))}
            <td className="px-4 py-1" />
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <PriceLine key={row.slug} row={row} slug={table.slug} query={query} rubPerUsd={rubPerUsd} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function columnsOf(base: PriceBase): PriceColumn[] {
  return priceColumns.filter((column) => column !== "own" || base === "/profile/tariffs");
}

type LineProps = { row: PriceRow; slug: string; query: PriceQuery; rubPerUsd: number | null };

/** A row of the table. On a phone what is more than name and price stands below the name, in words. */
function PriceLine({ row, slug, query, rubPerUsd }: LineProps) {
  const t = useTranslations("pricing.table");
  const { own } = row;
  const amount = (kopecks: number) => <Money kopecks={kopecks} rubPerUsd={rubPerUsd} />;
  const wide = "px-4 py-2 text-right max-sm:hidden";
  return (
    <tr className="hover:bg-sunken">
      <th scope="row" className="w-full px-4 py-2 text-left font-medium max-sm:pr-2">
        <span className="flex items-center gap-3">
          {query.subject === "service" && row.icon ? (
            <Flag src={row.icon} />
          ) : (
            <ServiceMark icon={row.icon} name={row.name} size="sm" />
          )}
          <span className="wrap-break-word min-w-0">{row.name}</span>
        </span>
        <span className="tabular mt-0.5 flex flex-wrap gap-x-2 font-normal text-muted sm:hidden">
          {own ? (
            <span>
              {t("columns.price")} {amount(row.retailKopecks)}
            </span>
          ) : null}
          <span>
            {t("columns.wholesale")} {amount(row.wholesaleKopecks)}
          </span>
          <span>{t("numbers", { count: row.count, shown: formatNumber(row.count) })}</span>
        </span>
      </th>
      <td className={own ? wide : "px-4 py-2 text-right max-sm:px-2"}>
        <Price kopecks={row.retailKopecks} rubPerUsd={rubPerUsd} />
      </td>
      <td className={cx(wide, "text-muted")}>
        <Price kopecks={row.wholesaleKopecks} rubPerUsd={rubPerUsd} />
      </td>
      {own ? (
        <td className="px-4 py-2 text-right max-sm:px-2">
          <Price kopecks={own.kopecks} rubPerUsd={rubPerUsd} isOwn />
          {own.isAgreed ? (
            <Badge tone="good" className="ml-2 max-sm:ml-0">
              {t("agreed")}
            </Badge>
          ) : null}
        </td>
      ) : null}
      <td className={cx(wide, "tabular")}>{formatNumber(row.count)}</td>
      <td className="py-2 pr-4 text-right">
        <LocaleLink
          href={shopPath(query, slug, row)}
          aria-label={t("buyLabel", { name: row.name })}
          className={buttonClasses("soft", "sm")}
        >
          {t("buy")}
        </LocaleLink>
      </td>
    </tr>
  );
}

type PriceProps = { kopecks: number; rubPerUsd: number | null; isOwn?: boolean };

/** All of a column alike: side by side where there is room for every column, else one below the other. */
function Price({ kopecks, rubPerUsd, isOwn = false }: PriceProps) {
  return (
    <Money
      kopecks={kopecks}
      rubPerUsd={rubPerUsd}
      className={cx("max-xl:flex-col max-xl:items-end max-xl:gap-0 xl:flex-nowrap", isOwn && "font-semibold")}
    />
  );
}

/** Where a row is bought: the number selection with both chosen. */
function shopPath({ subject }: PriceQuery, slug: string, row: PriceRow): string {
  return subject === "service" ? `/${slug}?country=${row.slug}` : `/${row.slug}?country=${slug}`;
}

type ColumnProps = At & { column: PriceColumn };

function orderOf({ column, query: { sort } }: ColumnProps): "ascending" | "descending" | undefined {
  return sort === column ? "ascending" : sort === `-${column}` ? "descending" : undefined;
}

function ColumnHead(props: ColumnProps) {
  return (
    <th
      scope="col"
      aria-sort={orderOf(props)}
      className={props.column === "name" ? "px-4 py-1" : "px-4 py-1 text-right"}
    >
      <ColumnLink {...props} />
    </th>
  );
}

/** Sorts by a column; the next press the other way about. */
function ColumnLink(props: ColumnProps) {
  const t = useTranslations("pricing.table");
  const { base, column, query } = props;
  const order = orderOf(props);
  const Icon = order === "ascending" ? ArrowUp : order ? ArrowDown : ChevronsUpDown;
  return (
    <LocaleLink
      href={pricePath(base, { ...query, page: 1, sort: nextPriceSort(query.sort, column) })}
      className="touch inline-flex min-h-8 items-center gap-1 whitespace-nowrap font-medium hover:underline"
    >
      {column === "name"
        ? t(`columns.${query.subject === "service" ? "country" : "service"}`)
        : t(`columns.${column}`)}
      <Icon aria-hidden="true" className={order ? "size-3.5" : "size-3.5 text-faint"} />
    </LocaleLink>
  );
}

function NothingHere({ base, query, page: { table } }: At & { page: Page }) {
  const t = useTranslations("pricing.table");
  const isEmpty = table.total === 0;
  return (
    <EmptyState
      icon={<SearchX className="size-6" />}
      title={isEmpty ? t("empty") : t("nothing", { text: query.search })}
      action={
        <LocaleLink
          href={isEmpty ? "/services/request" : pricePath(base, { ...query, search: "", page: 1 })}
          className={buttonClasses("plain", "md")}
        >
          {isEmpty ? t("request") : t("all")}
        </LocaleLink>
      }
    />
  );
}

function Pages({ base, query, pageCount }: At & { pageCount: number }) {
  const t = useTranslations("pricing.table");
  const { page } = query;
  const step = (to: number, text: string) =>
    to < 1 || to > pageCount ? (
      <span />
    ) : (
      <LocaleLink href={pricePath(base, { ...query, page: to })} className={buttonClasses("plain", "md")}>
        {text}
      </LocaleLink>
    );
  return (
    <nav
      aria-label={t("pages")}
      className="flex items-center justify-between gap-3 border-line border-t px-4 py-3"
    >
      {step(page - 1, t("previous"))}
      <p className="tabular text-muted text-sm">{t("page", { page, pages: pageCount })}</p>
      {step(page + 1, t("next"))}
    </nav>
  );
}
