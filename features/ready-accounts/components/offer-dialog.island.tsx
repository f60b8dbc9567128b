"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { kopecksOnWire } from "#features/pricing/offers.rules.ts";
import { CountStepper } from "#features/ready-accounts/components/count-stepper.tsx";
import { DeliveredAccounts } from "#features/ready-accounts/components/delivered-accounts.tsx";
import { OfferDescription } from "#features/ready-accounts/components/offer-description.tsx";
import { OrderProgress } from "#features/ready-accounts/components/order-progress.tsx";
import type { OfferInfo, PreparingOrder } from "#features/ready-accounts/ready-accounts.contract.ts";
import { deliveryFileName } from "#features/ready-accounts/ready-accounts.rules.ts";
import {
  accountOrderQuery,
  accountOrdersKey,
  readyOfferQuery,
  saveAccounts,
} from "#features/ready-accounts/shop/shop.client.ts";
import { shopPath } from "#features/ready-accounts/shop/shop.rules.ts";
import { PriceButton } from "#features/rentals/components/price-button.tsx";
import { useIntent, usePaying } from "#features/rentals/intents.client.ts";
import { balanceKey } from "#features/site/visitor.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type BuyBody = { id: number; count: number; maxTotalKopecks: number; minWarrantyHours?: number };

type OfferDialogProps = {
  offerId: number;
  name: string;
  rubPerUsd: number | null;
  /** What the file of a delivery is called, with `{offerId}` in it. */
  fileName: string;
  onClose: () => void;
};

/**
 * One offer: what it is, how many, for how much in all, and the button that buys; then what was delivered. An order that is being
 * prepared shows how far it is, also to who comes back to it.
 */
export function OfferDialog({ offerId, name, rubPerUsd, fileName, onClose }: OfferDialogProps) {
  const ui = useTranslations("ui");
  const t = useTranslations("readyAccounts.shop");
  const tDelivered = useTranslations("readyAccounts.delivered");
  const tState = useTranslations("readyAccounts.mine.state");
  const query = useQuery(readyOfferQuery(offerId));
  const buying = useBuying(offerId, query.data);
  const { items, progress, count, totalKopecks } = buying;
  const isOrdered = items !== null || progress !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={items ? tDelivered("title") : progress ? tState("held") : (query.data?.name ?? name)}
      description={isOrdered ? name : undefined}
      closeLabel={ui("close")}
      actions={
        isOrdered ? null : (
          <PriceButton
            totalKopecks={totalKopecks}
            rubPerUsd={rubPerUsd}
            busy={buying.isBusy}
            plain={t("buy")}
            priced={(price) => t.rich("buyFor", { price })}
            onPress={() => void buying.buy()}
          />
        )
      }
    >
      {items ? (
        <div className="grid gap-3">
          <p className="text-muted text-sm">{tDelivered.rich("kept", { link: linkToMine })}</p>
          <DeliveredAccounts
            items={items}
            onDownload={() => saveAccounts(items, deliveryFileName(fileName, offerId))}
          />
        </div>
      ) : progress ? (
        <div className="grid gap-3">
          <OrderProgress count={progress.count} preparedCount={progress.preparedCount} />
          <p className="text-muted text-sm">{tDelivered.rich("kept", { link: linkToMine })}</p>
        </div>
      ) : query.data ? (
        <OfferFacts offer={query.data}>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <CountStepper
              offer={query.data}
              count={count}
              isFixed={buying.isFixed}
              onChange={buying.choose}
            />
            {totalKopecks === null ? null : (
              <span className="flex items-baseline gap-2">
                <span className="text-muted text-sm">{t("total")}</span>
                <Money kopecks={totalKopecks} rubPerUsd={rubPerUsd} className="font-semibold text-lg" />
              </span>
            )}
          </div>
          {buying.refusal ? (
            <Notice tone="bad" live>
              {buying.refusal}
            </Notice>
          ) : null}
        </OfferFacts>
      ) : query.isError ? (
        <QueryFailure query={query} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Dialog>
  );
}

const linkToMine = (text: ReactNode) => (
  <LocaleLink href="/profile/accounts" className="touch font-medium text-link underline">
    {text}
  </LocaleLink>
);

/** The order of the offer that is being prepared, until it has ended: one that was just bought, or that its buyer comes back to. */
function usePreparing(offer: OfferInfo | undefined) {
  const client = useQueryClient();
  const [order, follow] = useState<PreparingOrder | null>(null);
  const known = offer?.preparing ?? null;
  // An answer of the offer's may be older than the purchase.
  if (known && known.orderId > (order?.orderId ?? 0)) follow(known);
  const { data } = useQuery({ ...accountOrderQuery(order?.orderId ?? 0), enabled: order !== null });
  const state = order === null ? null : (data?.state ?? "held");
  const hasEnded = state === "delivered" || state === "cancelled";
  useEffect(() => {
    if (!hasEnded) return;
    for (const queryKey of [balanceKey, [...accountOrdersKey, "list"], ["ready-accounts", "shop"]])
      void client.invalidateQueries({ queryKey });
  }, [client, hasEnded]);
  return {
    follow,
    items: state === "delivered" ? (data?.items ?? null) : null,
    progress: state === "held" ? (data ?? order) : null,
    isRefunded: state === "cancelled",
  };
}

/** The count and the purchase; what was asked without an answer is asked again as it was. */
function useBuying(offerId: number, offer: OfferInfo | undefined) {
  const t = useTranslations("readyAccounts.shop");
  const client = useQueryClient();
  const paying = usePaying(
    () => shopPath(null),
    () => ({ kind: "accounts", offerId, count }),
  );
  const preparing = usePreparing(offer);
  const tState = useTranslations("readyAccounts.mine.state");
  const intent = useIntent<BuyBody, string[] | PreparingOrder>(
    `ready-accounts:${offerId}`,
    "ready-accounts/buy-offer",
  );
  const { pending } = intent;
  const [chosen, choose] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string | null>(pending ? paying.noAnswer : null);
  const [items, setItems] = useState<string[] | null>(null);
  const count = pending?.count ?? chosen ?? offer?.min_count ?? 1;
  const isSold = offer !== undefined && offer.count < offer.min_count;
  const totalKopecks =
    pending?.maxTotalKopecks ?? (offer && !isSold ? kopecksOnWire(offer.price) * count : null);

  const buy = async () => {
    if (totalKopecks === null || intent.isBusy) return;
    setRefusal(null);
    if (!pending && !(await paying.mayPay(totalKopecks))) return;
    try {
      const seen = { maxTotalKopecks: totalKopecks, minWarrantyHours: offer?.warranty_hours };
      const answer = await intent.send({ id: offerId, count, ...seen });
      if (Array.isArray(answer)) setItems(answer);
      else preparing.follow(answer);
    } catch (error) {
      void client.invalidateQueries({ queryKey: ["ready-accounts", "shop"] });
      const problem = toApiProblem(error);
      return setRefusal(problem.message || problem.status === 0 ? paying.follow(problem) : t("serverError"));
    }
    void client.invalidateQueries({ queryKey: balanceKey });
    void client.invalidateQueries({ queryKey: accountOrdersKey });
    void client.invalidateQueries({ queryKey: ["ready-accounts", "shop"] });
  };
  return {
    ...{ count, totalKopecks, buy, choose },
    items: items ?? preparing.items,
    progress: preparing.progress,
    refusal: refusal ?? (preparing.isRefunded ? tState("cancelled") : null),
    isBusy: intent.isBusy,
    isFixed: intent.isBusy || pending !== null,
  };
}

function OfferFacts({ offer, children }: { offer: OfferInfo; children: ReactNode }) {
  const t = useTranslations("readyAccounts.shop");
  const facts = [
    [t("facts.country"), offer.country.name],
    [t("facts.registration"), offer.registration_type],
    [t("facts.format"), offer.format],
    [t("facts.cloudPass"), offer.cloud_pass ? t("facts.yes") : t("facts.no")],
    [
      t("facts.warranty"),
      offer.warranty_hours > 0
        ? t("facts.hours", { hours: offer.warranty_hours, shown: formatNumber(offer.warranty_hours) })
        : "",
    ],
    [t("facts.store"), offer.store_name ?? ""],
    [t("facts.inStock"), formatNumber(offer.count)],
    [t("facts.least"), formatNumber(offer.min_count)],
  ].filter(([, value]) => value !== "");
  return (
    <div className="grid gap-4">
      <p className="flex items-center gap-2.5 font-medium">
        <ServiceMark icon={offer.service.icon} name={offer.service.name} />
        {offer.service.name}
      </p>
      {offer.description ? <OfferDescription html={offer.description} /> : null}
      <dl className="grid gap-1.5 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere text-right">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
