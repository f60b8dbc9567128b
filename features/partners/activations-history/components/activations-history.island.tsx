"use client";

import { History } from "lucide-react";
import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { useAddressFilters } from "#components/ui/use-address-filters.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { OrderList, TYPING_MS } from "#features/catalogue/order-lists/components/order-list.island.tsx";
import type { GoodsChoices } from "#features/catalogue/order-lists/order-lists.rules.ts";
import {
  downloadOrders,
  useActivationsHistory,
} from "#features/partners/activations-history/activations-history.client.ts";
import type { PartnerOrderPage } from "#features/partners/activations-history/activations-history.contract.ts";
import {
  type HistoryFilters,
  historyQuery,
  isHistoryNarrowed,
  noHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import {
  PartnerOrderLine,
  partnerOrderGrid,
} from "#features/partners/activations-history/components/partner-order-line.tsx";
import { suppliedKinds, suppliedStatuses } from "#features/statistics/supplied/supplied.rules.ts";

type HistoryProps = {
  /** As the address had them. */
  filters: HistoryFilters;
  choices: GoodsChoices;
  /** The first orders for these filters, as the page was rendered. */
  initial: PartnerOrderPage;
};

const columns = ["number", "service", "status", "date", "earned"] as const;

/** Every order on the partner's numbers: filters, lines, further pages on demand, the file. */
export function ActivationsHistory({ filters: initialFilters, choices, initial }: HistoryProps) {
  const t = useTranslations("partners.history");
  const [filters, change] = useAddressFilters(initialFilters, historyQuery);
  const asked = useDebounced(filters, TYPING_MS);
  const query = useActivationsHistory(asked, initialFilters, initial);
  return (
    <OrderList
      lead={
        <SegmentedChoice
          label={t("kind.label")}
          values={suppliedKinds}
          chosen={filters.kind}
          onChoose={(kind) => change({ kind })}
          textOf={(kind) => t(`kind.${kind}`)}
        />
      }
      query={query}
      isBehind={asked !== filters}
      ordersOf={({ orders }) => orders}
      filters={filters}
      statuses={suppliedStatuses.map((status) => ({ value: status, text: t(`status.${status}`) }))}
      choices={choices}
      onChange={(part) => change(part as Partial<HistoryFilters>)}
      isNarrowed={isHistoryNarrowed(filters)}
      onClear={() => change({ ...noHistoryFilters, kind: filters.kind })}
      columns={{ names: columns.map((name) => t(`columns.${name}`)), grid: partnerOrderGrid }}
      line={(order) => <PartnerOrderLine key={order.id} order={order} />}
      empty={
        <EmptyState icon={<History className="size-6" />} title={t("empty.title")}>
          {t("empty.text")}
        </EmptyState>
      }
      download={() => downloadOrders(filters)}
    />
  );
}
