import { ArrowDown, ArrowUp, ChevronsUpDown, Download, Search, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Select } from "#components/ui/select.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import type { PricePage as Page } from "#features/pricing/table/price-table.loaders.ts";
import {
  nextPriceSort,
  type PriceBase,
  type PriceColumn,
  type PriceQuery,
  type PriceRow,
  type PriceSubject,
  priceColumns,
  pricePath,
} from "#features/pricing/table/price-table.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { type Locale, localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type Named = { readonly slug: string; readonly name: string };
type PriceTableProps = { page: Page; base: PriceBase };

/**
 * All prices of a service, or in a country, with filter, order, pages and a file. Plain links and forms: every state has an
 * address, and nothing waits for a script.
 */
export function PriceTable({ page, base }: PriceTableProps) {
  const t = useTranslations("pricing.table");
  const { query, table, rows, pageCount } = page;
  const at = { base, query };
  return (
    <>
      <div className="mb-6 grid gap-4 sm:grid-cols-2">
        <SubjectForm {...at} subject="service" options={page.services} />
        <SubjectForm {...at} subject="country" options={page.countries} />
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
          <div className="flex flex-wrap items-center gap-2">
            <FilterForm {...at} />
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

type SubjectFormProps = At & { subject: PriceSubject; options: readonly Named[] };

function SubjectForm({ base, subject, options, query }: SubjectFormProps) {
  const t = useTranslations("pricing.table");
  const isChosen = query.subject === subject;
  return (
    <form method="get" action={localizedPath(useLocaleId(), base)} className="flex items-end gap-2">
      <Field id={`prices-${subject}`} label={t(`by.${subject}`)} className="min-w-0 flex-1">
        <Select
          // Another page keeps what the browser had chosen; the address decides.
          key={isChosen ? query.slug : ""}
          id={`prices-${subject}`}
          name={subject}
          defaultValue={isChosen ? (query.slug ?? "") : ""}
          required
        >
          <option value="" disabled>
            {t("choose")}
          </option>
          {options.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" tone={isChosen ? "plain" : "soft"}>
        {t("show")}
      </Button>
    </form>
  );
}

function FilterForm({ base, query }: At) {
  const t = useTranslations("pricing.table");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches, which the search element is not everywhere yet
    <form role="search" method="get" action={localizedPath(useLocaleId(), base)} className="flex gap-2">
      {query.slug === null ? null : <input type="hidden" name={query.subject} value={query.slug} />}
      {query.sort === "price" ? null : <input type="hidden" name="sort" value={query.sort} />}
      <IconInput
        key={query.search}
        type="search"
        name="q"
        icon={<Search className="size-4" />}
        defaultValue={query.search}
        placeholder={t("filter")}
        aria-label={t("filter")}
        maxLength={60}
        frameClassName="min-w-40 flex-1"
      />
      <Button type="submit">{t("find")}</Button>
    </form>
  );
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that may be wider than a phone is scrolled by keyboard
    <section className="overflow-x-auto" tabIndex={0} aria-label={t("title")}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-line border-b text-left">
            {priceColumns
              .filter((column) => column !== "own" || base === "/profile/tariffs")
              .map((column) => (
                <ColumnHead key={column} column={column} base={base} query={query} />
              ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.slug} className="hover:bg-sunken">
              <th scope="row" className="px-4 py-2 text-left font-medium">
                <LocaleLink
                  href={shopPath(query, table.slug, row)}
                  className="touch flex items-center gap-3 hover:underline"
                >
                  {query.subject === "service" && row.icon ? (
                    <Flag src={row.icon} />
                  ) : (
                    <ServiceMark icon={row.icon} name={row.name} size="sm" />
                  )}
                  <span className="wrap-anywhere">{row.name}</span>
                </LocaleLink>
              </th>
              <td className="px-4 py-2 text-right">
                <Price kopecks={row.retailKopecks} rubPerUsd={rubPerUsd} />
              </td>
              <td className="px-4 py-2 text-right text-muted">
                <Price kopecks={row.wholesaleKopecks} rubPerUsd={rubPerUsd} />
              </td>
              {row.own === null ? null : (
                <td className="px-4 py-2 text-right">
                  <Price kopecks={row.own.kopecks} rubPerUsd={rubPerUsd} isOwn />
                  {row.own.isAgreed ? (
                    <Badge tone="good" className="ml-2">
                      {t("agreed")}
                    </Badge>
                  ) : null}
                </td>
              )}
              <td className="tabular px-4 py-2 text-right">{formatNumber(row.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type PriceProps = { kopecks: number; rubPerUsd: number | null; isOwn?: boolean };

function Price({ kopecks, rubPerUsd, isOwn = false }: PriceProps) {
  return (
    <Money
      kopecks={kopecks}
      rubPerUsd={rubPerUsd}
      className={cx("max-sm:flex-col max-sm:items-end max-sm:gap-0", isOwn && "font-semibold")}
    />
  );
}

/** Where a row is bought: the number selection with both chosen. */
function shopPath({ subject }: PriceQuery, slug: string, row: PriceRow): string {
  return subject === "service" ? `/${slug}?country=${row.slug}` : `/${row.slug}?country=${slug}`;
}

function ColumnHead({ base, column, query }: At & { column: PriceColumn }) {
  const t = useTranslations("pricing.table");
  const { sort } = query;
  const order = sort === column ? "ascending" : sort === `-${column}` ? "descending" : undefined;
  const Icon = order === "ascending" ? ArrowUp : order ? ArrowDown : ChevronsUpDown;
  const href = pricePath(base, { ...query, page: 1, sort: nextPriceSort(sort, column) });
  return (
    <th scope="col" aria-sort={order} className={column === "name" ? "px-4 py-1" : "px-4 py-1 text-right"}>
      <LocaleLink
        href={href}
        className="touch inline-flex items-center gap-1 whitespace-nowrap font-medium hover:underline"
      >
        {column === "name"
          ? t(`columns.${query.subject === "service" ? "country" : "service"}`)
          : t(`columns.${column}`)}
        <Icon aria-hidden="true" className={order ? "size-3.5" : "size-3.5 text-faint"} />
      </LocaleLink>
    </th>
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
