"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { PackagePlus } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PagedList } from "#components/layout/paged-list.tsx";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { OrderGoods } from "#features/catalogue/order-lists/components/order-line.tsx";
import { StockCounts } from "#features/ready-accounts/stock/components/stock-counts.tsx";
import { StockReport } from "#features/ready-accounts/stock/components/stock-report.tsx";
import type { AccountOfferView, StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { storeOffersQuery } from "#features/stores/offers/store-offers.client.ts";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Loaded when they are asked for. */
const OfferForm = dynamic(
  () =>
    import("#features/stores/offers/components/store-offer-form.island.tsx").then(
      (module) => module.StoreOfferForm,
    ),
  { ssr: false },
);
const StockForm = dynamic(
  () =>
    import("#features/stores/offers/components/store-stock-form.island.tsx").then(
      (module) => module.StoreStockForm,
    ),
  { ssr: false },
);

type Asked = { what: "edit" | "stock"; offer: AccountOfferView } | { what: "add" };
type Reported = { offer: AccountOfferView; report: StockReportView };

/** The store's offers, newest first, and the way to new ones and to more stock. */
export function StoreOfferList() {
  const words = useTranslations("readyAccounts.offer");
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reported, setReported] = useState<Reported | null>(null);
  const close = () => setAsked(null);
  return (
    <div className="grid gap-4">
      <Button
        tone="accent"
        className="w-fit"
        aria-haspopup="dialog"
        onClick={() => setAsked({ what: "add" })}
      >
        {words("add")}
      </Button>
      {reported ? (
        <StockReport
          offerName={reported.offer.name}
          report={reported.report}
          onClose={() => setReported(null)}
        />
      ) : null}
      <Offers onAsk={setAsked} />
      {asked?.what === "add" ? <OfferForm offer={null} onClose={close} /> : null}
      {asked?.what === "edit" ? <OfferForm offer={asked.offer} onClose={close} /> : null}
      {asked?.what === "stock" ? (
        <StockForm
          offer={asked.offer}
          onAdded={(report) => setReported({ offer: asked.offer, report })}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

function Offers({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const t = useTranslations("stores.offers");
  const query = useInfiniteQuery(storeOffersQuery);
  const offers = query.data?.pages.flatMap(({ items }) => items);
  return (
    <PagedList
      query={query}
      items={offers}
      rows={3}
      failed={t("failed")}
      empty={
        <EmptyState icon={<PackagePlus className="size-6" />} title={t("empty")}>
          {t("emptyHint")}
        </EmptyState>
      }
      more={t("more")}
    >
      {(offer) => <OfferLine key={offer.id} offer={offer} onAsk={onAsk} />}
    </PagedList>
  );
}

const tones: Readonly<Record<AccountOfferView["state"], Tone>> = {
  draft: "neutral",
  on_sale: "good",
  stopped: "warn",
};

function OfferLine({ offer, onAsk }: { offer: AccountOfferView; onAsk: (asked: Asked) => void }) {
  const t = useTranslations("stores.offers");
  const words = useTranslations("readyAccounts.offer");
  const { state, stock } = offer;
  const isEmpty = state === "on_sale" && stock.available < offer.minCount;
  return (
    <li className="grid gap-3 p-4 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <span className="grid min-w-0 gap-1">
          <span className="wrap-anywhere font-medium">{offer.name}</span>
          <OrderGoods service={offer.service} country={offer.country} operator="any" />
        </span>
        <span className="grid justify-items-end gap-1">
          <Badge tone={tones[state]}>{words(`states.${state}`)}</Badge>
          <span className="font-semibold">
            <RatedMoney kopecks={offer.priceKopecks} />
          </span>
        </span>
      </div>
      <p className="text-muted">
        <StockCounts stock={stock} />
      </p>
      {offer.isTakenDown ? <p className="text-warn">{t("takenDown")}</p> : null}
      {offer.isBarred ? <p className="text-warn">{t("barred")}</p> : null}
      {isEmpty ? <p className="text-warn">{words("tooFew")}</p> : null}
      <OfferSteps offer={offer} onAsk={onAsk} />
    </li>
  );
}

function OfferSteps({ offer, onAsk }: { offer: AccountOfferView; onAsk: (asked: Asked) => void }) {
  const t = useTranslations("stores.offers");
  const words = useTranslations("readyAccounts.offer");
  const stock = useTranslations("readyAccounts.stock");
  const ui = useTranslations("ui");
  const step = useStoreStep();
  const [isWithdrawing, setWithdrawing] = useState(false);
  const path = `store/offers/${offer.id}`;
  const put = (what: "put_on_sale" | "stop") => step.mutate({ path: `${path}/step`, body: { step: what } });
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {offer.isTakenDown ? null : (
          <Button size="sm" aria-haspopup="dialog" onClick={() => onAsk({ what: "stock", offer })}>
            {stock("addStock")}
          </Button>
        )}
        <Button size="sm" aria-haspopup="dialog" onClick={() => onAsk({ what: "edit", offer })}>
          {words("edit")}
        </Button>
        {offer.state === "on_sale" ? (
          <Button size="sm" busy={step.isPending} onClick={() => put("stop")}>
            {words("steps.stop")}
          </Button>
        ) : offer.isBarred || offer.isTakenDown ? null : (
          <Button size="sm" tone="accent" busy={step.isPending} onClick={() => put("put_on_sale")}>
            {words("steps.put_on_sale")}
          </Button>
        )}
        {offer.stock.available > 0 ? (
          <Button
            size="sm"
            tone="danger"
            aria-expanded={isWithdrawing}
            onClick={() => setWithdrawing(!isWithdrawing)}
          >
            {words("steps.withdraw")}
          </Button>
        ) : null}
      </div>
      {isWithdrawing && offer.stock.available > 0 ? (
        <div className="grid justify-items-start gap-2 text-muted">
          <p>{t("withdrawWarning")}</p>
          <Button
            size="sm"
            tone="danger"
            busy={step.isPending}
            onClick={() =>
              step.mutate({ path: `${path}/withdraw-stock` }, { onSuccess: () => setWithdrawing(false) })
            }
          >
            {t("withdrawNow", { count: offer.stock.available, shown: formatNumber(offer.stock.available) })}
          </Button>
        </div>
      ) : null}
      {step.error ? (
        <p role="alert" className="text-bad">
          {toApiProblem(step.error).message || ui("error")}
        </p>
      ) : null}
    </>
  );
}
