"use client";

import { SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { FileButton } from "#components/layout/file-button.island.tsx";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FiltersButton } from "#components/ui/list-filters.tsx";
import { ListEnd } from "#components/ui/list-tail.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import {
  ORDER_FILTERS_ID,
  OrderFilters,
  type OrderFiltersProps,
} from "#features/catalogue/order-lists/components/order-filters.tsx";
import type { useOrderPages } from "#features/catalogue/order-lists/order-lists.client.ts";

/** Digits are asked for once the typing pauses. */
export const TYPING_MS = 300;

type OrderListProps<Page extends { readonly nextCursor: string | null }, Order> = Omit<
  OrderFiltersProps,
  "isOpen"
> & {
  /** What stands before the buttons. */
  lead?: ReactNode;
  query: ReturnType<typeof useOrderPages<object, Page>>;
  /** Are other filters chosen than those that are shown? */
  isBehind: boolean;
  ordersOf: (page: Page) => readonly Order[];
  /** Headings of the columns on wide screens, and the grid that they share with each line. */
  columns: { readonly names: readonly string[]; readonly grid: string };
  line: (order: Order) => ReactNode;
  /** In place of the list where there is no order at all. */
  empty: ReactNode;
  download: () => Promise<void>;
};

/** A list of orders: filters, lines, further pages on demand, the file. The last column's heading stands at the right. */
export function OrderList<Page extends { readonly nextCursor: string | null }, Order>({
  lead,
  query,
  isBehind,
  ordersOf,
  columns,
  line,
  empty,
  download,
  ...filters
}: OrderListProps<Page, Order>) {
  const t = useTranslations("catalogue.orders");
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const isBusy = query.isPlaceholderData || isBehind;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className={cx("flex flex-wrap items-center gap-3", lead ? "justify-between" : "justify-end")}>
        {lead}
        <FiltersButton
          controls={ORDER_FILTERS_ID}
          isActive={filters.isNarrowed}
          isOpen={areFiltersOpen}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          {t("filters.open")}
        </FiltersButton>
        <FileButton download={download} done={t("export.done")} failed={t("export.failed")}>
          {t("export.open")}
        </FileButton>
      </div>
      <OrderFilters {...filters} isOpen={areFiltersOpen} />
      <Card aria-busy={isBusy} className={cx(isBusy && "opacity-60")}>
        <Lines
          {...{ query, ordersOf, columns, line, empty }}
          isNarrowed={filters.isNarrowed}
          onClear={filters.onClear}
        />
      </Card>
    </div>
  );
}

type LinesProps<Page extends { readonly nextCursor: string | null }, Order> = Pick<
  OrderListProps<Page, Order>,
  "query" | "ordersOf" | "columns" | "line" | "empty" | "isNarrowed" | "onClear"
>;

function Lines<Page extends { readonly nextCursor: string | null }, Order>({
  query,
  ordersOf,
  columns: { names, grid },
  line,
  empty,
  isNarrowed,
  onClear,
}: LinesProps<Page, Order>) {
  const t = useTranslations("catalogue.orders");
  if (query.isPending) return <ListSkeleton rows={8} label={t("loading")} />;
  if (!query.data) {
    return (
      <QueryFailure query={query} title={t("failed")}>
        <p>{t("failedText")}</p>
      </QueryFailure>
    );
  }
  const orders = query.data.pages.flatMap(ordersOf);
  const isEmpty = orders.length === 0;
  return (
    <>
      {isEmpty && isNarrowed ? <NothingFound hasMore={query.hasNextPage} onClear={onClear} /> : null}
      {isEmpty && !isNarrowed ? empty : null}
      {isEmpty ? null : (
        <>
          <div
            aria-hidden="true"
            className={cx(
              "hidden border-line border-b px-4 py-2.5 font-medium text-muted text-xs lg:grid",
              grid,
            )}
          >
            {names.map((name, index) => (
              <span key={name} className={cx(index === names.length - 1 && "text-right")}>
                {name}
              </span>
            ))}
          </div>
          <ol className="divide-y divide-line">{orders.map(line)}</ol>
        </>
      )}
      <ListEnd
        query={query}
        more={isEmpty ? t("lookFurther") : t("more")}
        failed={t("failed")}
        failedText={t("failedText")}
      />
    </>
  );
}

type NothingFoundProps = { hasMore: boolean; onClear: () => void };

function NothingFound({ hasMore, onClear }: NothingFoundProps) {
  const t = useTranslations("catalogue.orders");
  return (
    <EmptyState
      icon={<SearchX className="size-6" />}
      title={t("nothing.title")}
      action={<Button onClick={onClear}>{t("filters.clear")}</Button>}
    >
      {hasMore ? t("nothing.soFar") : t("nothing.text")}
    </EmptyState>
  );
}
