"use client";

import { History, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FileButton } from "#components/layout/file-button.island.tsx";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FiltersButton } from "#components/ui/list-filters.tsx";
import { ListEnd } from "#components/ui/list-tail.tsx";
import { QueryFailure, type QueryFailureProps } from "#components/ui/query-failure.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { useAddressFilters } from "#components/ui/use-address-filters.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { ORDER_FILTERS_ID, OrderFilters } from "#features/catalogue/components/order-filters.tsx";
import {
  downloadOrders,
  useActivationsHistory,
} from "#features/partners/activations-history/activations-history.client.ts";
import type {
  OrderChoices,
  PartnerOrderPage,
} from "#features/partners/activations-history/activations-history.contract.ts";
import {
  type HistoryFilters,
  historyQuery,
  isHistoryNarrowed,
  noHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import { OrderLine, orderGrid } from "#features/partners/activations-history/components/order-line.tsx";
import { suppliedKinds, suppliedStatuses } from "#features/statistics/supplied/supplied.rules.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type HistoryProps = {
  /** As the address had them. */
  filters: HistoryFilters;
  choices: OrderChoices;
  /** The first orders for these filters, as the page was rendered. */
  initial: PartnerOrderPage;
};

/** Digits are asked for once the typing pauses. */
const TYPING_MS = 300;

/** Every order on the partner's numbers: filters, lines, further pages on demand, the file. */
export function ActivationsHistory({ filters: initialFilters, choices, initial }: HistoryProps) {
  const t = useTranslations("partners.history");
  const words = useTranslations("catalogue.orders");
  const [filters, change] = useAddressFilters(initialFilters, historyQuery);
  const asked = useDebounced(filters, TYPING_MS);
  const history = useActivationsHistory(asked, initialFilters, initial);
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const isBusy = history.isPlaceholderData || asked !== filters;
  const clear = () => change({ ...noHistoryFilters, kind: filters.kind });
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedChoice
          label={t("kind.label")}
          values={suppliedKinds}
          chosen={filters.kind}
          onChoose={(kind) => change({ kind })}
          textOf={(kind) => t(`kind.${kind}`)}
        />
        <FiltersButton
          controls={ORDER_FILTERS_ID}
          isActive={isHistoryNarrowed(filters)}
          isOpen={areFiltersOpen}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          {words("filters.open")}
        </FiltersButton>
        <FileButton
          download={() => downloadOrders(filters)}
          done={words("export.done")}
          failed={words("export.failed")}
        >
          {words("export.open")}
        </FileButton>
      </div>
      <OrderFilters
        filters={filters}
        statuses={suppliedStatuses.map((status) => ({ value: status, text: t(`status.${status}`) }))}
        choices={choices}
        onChange={({ status, ...rest }) =>
          change(status === undefined ? rest : { ...rest, status: status as HistoryFilters["status"] })
        }
        isNarrowed={isHistoryNarrowed(filters)}
        onClear={clear}
        isOpen={areFiltersOpen}
      />
      <Card aria-busy={isBusy} className={cx(isBusy && "opacity-60")}>
        <Orders history={history} filters={filters} onClear={clear} />
      </Card>
    </div>
  );
}

type OrdersProps = {
  history: ReturnType<typeof useActivationsHistory>;
  filters: HistoryFilters;
  onClear: () => void;
};

function Orders({ history, filters, onClear }: OrdersProps) {
  const t = useTranslations("partners.history");
  const words = useTranslations("catalogue.orders");
  const locale = localeFromTag(useLocale());
  const { data, isPending, hasNextPage } = history;
  if (isPending) return <ListSkeleton rows={8} label={words("loading")} />;
  if (!data) return <Failure query={history} />;
  const orders = data.pages.flatMap((page) => page.orders);
  return (
    <>
      {orders.length === 0 ? (
        <Nothing filters={filters} hasMore={hasNextPage} onClear={onClear} />
      ) : (
        <>
          <div
            aria-hidden="true"
            className={cx(
              "hidden border-line border-b px-4 py-2.5 font-medium text-muted text-xs lg:grid",
              orderGrid,
            )}
          >
            <span>{t("columns.number")}</span>
            <span>{t("columns.service")}</span>
            <span>{t("columns.status")}</span>
            <span>{t("columns.date")}</span>
            <span className="text-right">{t("columns.earned")}</span>
          </div>
          <ol className="divide-y divide-line">
            {orders.map((order) => (
              <OrderLine key={order.id} order={order} locale={locale} />
            ))}
          </ol>
        </>
      )}
      <ListEnd
        query={history}
        more={orders.length === 0 ? words("lookFurther") : words("more")}
        failed={words("failed")}
        failedText={words("failedText")}
      />
    </>
  );
}

function Failure({ query }: Pick<QueryFailureProps, "query">) {
  const words = useTranslations("catalogue.orders");
  return (
    <QueryFailure query={query} title={words("failed")}>
      <p>{words("failedText")}</p>
    </QueryFailure>
  );
}

type NothingProps = { filters: HistoryFilters; hasMore: boolean; onClear: () => void };

function Nothing({ filters, hasMore, onClear }: NothingProps) {
  const t = useTranslations("partners.history");
  const words = useTranslations("catalogue.orders");
  if (isHistoryNarrowed(filters)) {
    return (
      <EmptyState
        icon={<SearchX className="size-6" />}
        title={words("nothing.title")}
        action={<Button onClick={onClear}>{words("filters.clear")}</Button>}
      >
        {hasMore ? words("nothing.soFar") : words("nothing.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<History className="size-6" />} title={t("empty.title")}>
      {t("empty.text")}
    </EmptyState>
  );
}
