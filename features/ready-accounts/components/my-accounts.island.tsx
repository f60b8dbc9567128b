"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Clock, UserRoundCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PagedList } from "#components/layout/paged-list.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { OrderGoods } from "#features/catalogue/order-lists/components/order-line.tsx";
import { AccountPlaces } from "#features/ready-accounts/components/account-places.island.tsx";
import { OrderProgress } from "#features/ready-accounts/components/order-progress.tsx";
import type { AccountOrder } from "#features/ready-accounts/ready-accounts.contract.ts";
import { type AccountOrderState, deliveryFileName } from "#features/ready-accounts/ready-accounts.rules.ts";
import {
  accountOrderQuery,
  accountOrdersQuery,
  saveAccounts,
} from "#features/ready-accounts/shop/shop.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type MyAccountsProps = {
  rubPerUsd: number | null;
  /** What the file of a delivery is called, with `{offerId}` in it. */
  fileName: string;
};

/** The accounts that the signed-in user bought, newest first. */
export function MyAccounts({ rubPerUsd, fileName }: MyAccountsProps) {
  const t = useTranslations("readyAccounts.mine");
  const query = useInfiniteQuery(accountOrdersQuery);
  const orders = query.data?.pages.flatMap((page) => page.orders);
  return (
    <PagedList
      query={query}
      items={orders}
      rows={4}
      failed={t("failed")}
      empty={
        <EmptyState
          icon={<UserRoundCheck className="size-6" />}
          title={t("empty")}
          action={
            <LocaleLink href="/?type=readyAccounts" className={buttonClasses("accent")}>
              {t("buy")}
            </LocaleLink>
          }
        >
          {t("emptyHint")}
        </EmptyState>
      }
      more={t("more")}
    >
      {(order) => <OrderItem key={order.id} order={order} rubPerUsd={rubPerUsd} fileName={fileName} />}
    </PagedList>
  );
}

const tones: Readonly<Record<AccountOrderState, "info" | "good" | "neutral">> = {
  held: "info",
  delivered: "good",
  cancelled: "neutral",
};

function OrderItem({ order, rubPerUsd, fileName }: MyAccountsProps & { order: AccountOrder }) {
  const t = useTranslations("readyAccounts.mine");
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="grid gap-3 p-4 text-sm">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_10rem_8rem_8rem]">
        <span className="grid min-w-0 content-start gap-0.5 max-lg:col-span-2">
          <span className="wrap-anywhere font-medium">{order.name}</span>
          <span className="text-muted text-xs">
            {t("number", { number: String(order.id) })} · {t("count", { count: order.count })}
          </span>
        </span>
        <OrderGoods service={order.service} country={order.country} operator="any" />
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 max-lg:col-span-2 lg:flex-col lg:items-start">
          <Badge tone={tones[order.state]}>{t(`state.${order.state}`)}</Badge>
          <Moment at={order.orderedAt} className="text-muted text-xs" />
          {order.warrantyUntil ? (
            <span className="text-muted text-xs">
              {t("warranty")} <Moment at={order.warrantyUntil} form="date" />
            </span>
          ) : null}
          {order.openClaims > 0 ? (
            <Badge tone="warn" icon={<Clock aria-hidden="true" className="size-3.5" />}>
              {t("openClaims", { shown: formatNumber(order.openClaims) })}
            </Badge>
          ) : null}
        </span>
        <Money kopecks={order.totalKopecks} rubPerUsd={rubPerUsd} className="font-semibold lg:text-right" />
        {order.state === "delivered" ? (
          <Button
            size="sm"
            className="justify-self-end"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t("hide") : t("show")}
          </Button>
        ) : null}
      </div>
      {order.state === "held" ? (
        <OrderProgress count={order.count} preparedCount={order.preparedCount} />
      ) : null}
      {isOpen ? <OrderContents order={order} rubPerUsd={rubPerUsd} fileName={fileName} /> : null}
    </li>
  );
}

function OrderContents({ order, rubPerUsd, fileName }: MyAccountsProps & { order: AccountOrder }) {
  const t = useTranslations("readyAccounts.mine");
  const query = useQuery(accountOrderQuery(order.id));
  if (query.isError && !query.data) return <QueryFailure query={query} />;
  if (!query.data) return <Skeleton className="h-24 w-full" />;
  const { items } = query.data;
  if (!items) return <p className="text-muted">{t("removed")}</p>;
  const save = () => saveAccounts(items, deliveryFileName(fileName, order.offerId));
  return <AccountPlaces order={query.data} rubPerUsd={rubPerUsd} onDownload={save} />;
}
