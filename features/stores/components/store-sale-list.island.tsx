"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import { PagedList } from "#components/layout/paged-list.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { storeSalesQuery } from "#features/stores/overview/store-overview.client.ts";
import type { StoreSale } from "#features/stores/overview/store-overview.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What the store has sold, newest first. */
export function StoreSaleList() {
  const t = useTranslations("stores.sales");
  const query = useInfiniteQuery(storeSalesQuery);
  const sales = query.data?.pages.flatMap((page) => page.sales);
  return (
    <PagedList
      query={query}
      items={sales}
      rows={4}
      failed={t("failed")}
      empty={<EmptyState icon={<ReceiptText className="size-6" />} title={t("empty")} />}
      more={t("more")}
    >
      {(sale) => <SaleLine key={sale.orderId} sale={sale} />}
    </PagedList>
  );
}

const tones: Readonly<Record<StoreSale["state"], Tone>> = { pending: "info", paid: "good", reversed: "bad" };

function SaleLine({ sale }: { sale: StoreSale }) {
  const t = useTranslations("stores.sales");
  const figures = [
    ["total", sale.totalKopecks],
    ["commission", sale.commissionKopecks],
    ["reversed", sale.reversedKopecks],
    ["share", sale.shareKopecks - sale.reversedKopecks],
  ] as const;
  return (
    <li className="grid gap-3 p-4 text-sm lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_12rem]">
      <span className="grid min-w-0 gap-0.5">
        <span className="wrap-anywhere font-medium">{sale.offerName}</span>
        <span className="text-muted text-xs">
          {t("order", { number: String(sale.orderId), count: sale.count, shown: formatNumber(sale.count) })}
        </span>
        <Moment at={sale.soldAt} className="text-muted text-xs" />
      </span>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {figures.map(([name, kopecks]) => (
          <div key={name}>
            <dt className="text-muted text-xs">{t(`figures.${name}`)}</dt>
            <dd className="font-semibold">
              <RatedMoney kopecks={kopecks} />
            </dd>
          </div>
        ))}
      </dl>
      <span className="grid content-start justify-items-start gap-1">
        <Badge tone={tones[sale.state]}>{t(`state.${sale.state}`)}</Badge>
        {sale.state === "pending" ? (
          <span className="text-muted text-xs">
            {t("due")} <Moment at={sale.dueAt} form="date" />
          </span>
        ) : null}
      </span>
    </li>
  );
}
