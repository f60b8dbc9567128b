"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import { AddAccountStock } from "#features/back-office/ready-accounts/components/add-account-stock.island.tsx";
import { OfferGoods } from "#features/back-office/ready-accounts/components/offer-goods.tsx";
import { OfferTermsDialog } from "#features/back-office/ready-accounts/components/offer-terms-dialog.island.tsx";
import type { DeskOfferView } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { StockCounts } from "#features/ready-accounts/stock/components/stock-counts.tsx";
import { StockReport } from "#features/ready-accounts/stock/components/stock-report.tsx";
import type { StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { accountOfferStates } from "#features/ready-accounts/stock/stock.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

const NONE = { state: "", only: "" };
type Step = "put_on_sale" | "stop" | "withdraw" | "edit" | "stock";
type Reported = { offer: DeskOfferView; report: StockReportView };

type AccountOfferListProps = { mayChange: boolean; given?: Partial<typeof NONE> };

/** Offers of ready accounts, the house's and those of stores, at first those that fit `given`; who moves money writes them and brings stock. */
export function AccountOfferList({ mayChange, given = {} }: AccountOfferListProps) {
  const t = useTranslations("backOffice");
  const words = useTranslations("readyAccounts.offer");
  const [filter, setFilter] = useState({ ...NONE, ...given });
  const [isNew, setNew] = useState(false);
  const [reported, setReported] = useState<Reported | null>(null);
  const query = useDeskList<DeskOfferView>("desk/ready-accounts/offers", filter);
  return (
    <>
      {mayChange ? (
        <Button tone="accent" className="mb-4 w-fit" onClick={() => setNew(true)}>
          {words("add")}
        </Button>
      ) : null}
      {reported ? (
        <div className="mb-4">
          <StockReport
            offerName={reported.offer.name}
            report={reported.report}
            onClose={() => setReported(null)}
          />
        </div>
      ) : null}
      <Filters>
        <AnyChoice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => setFilter((old) => ({ ...old, state }))}
          values={accountOfferStates}
          textOf={(state) => words(`states.${state}`)}
        />
        <AnyChoice
          label={t("filters.only")}
          value={filter.only}
          onChange={(only) => setFilter((old) => ({ ...old, only }))}
          values={["empty"] as const}
          textOf={() => words("tooFew")}
        />
      </Filters>
      <StepList<DeskOfferView, Step>
        query={query}
        empty={t("accountOffers.empty")}
        dialog={(asked) => (
          <StepDialog {...asked} onAdded={(report) => setReported({ offer: asked.item, report })} />
        )}
      >
        {(offer, ask) => <OfferRow offer={offer} onAsk={mayChange ? ask : null} />}
      </StepList>
      {isNew ? <OfferTermsDialog offer={null} onClose={() => setNew(false)} /> : null}
    </>
  );
}

type OfferRowProps = { offer: DeskOfferView; onAsk: ((step: Step) => void) | null };

function OfferRow({ offer, onAsk }: OfferRowProps) {
  const t = useTranslations("backOffice");
  const words = useTranslations("readyAccounts.offer");
  const { id, state, name, stock } = offer;
  const isEmpty = state === "on_sale" && stock.available < offer.minCount;
  return (
    <DeskRow
      main={
        <>
          <p>
            <span className="wrap-anywhere font-semibold">{name}</span>{" "}
            <span className="text-muted">{t("accountOffers.number", { id })}</span>
          </p>
          <OfferGoods {...offer} />
          {offer.isTakenDown ? <p className="text-warn">{t("accountOffers.takenDown")}</p> : null}
          {offer.isBarred ? <p className="text-warn">{t("accountOffers.barred")}</p> : null}
          {isEmpty ? <p className="text-warn">{words("tooFew")}</p> : null}
        </>
      }
      aside={
        <>
          <span className="tabular font-semibold">{displayRoubles(offer.priceKopecks)}</span>
          <StateBadge state={state} text={words(`states.${state}`)} />
        </>
      }
    >
      <Facts
        facts={[
          [t("accountOffers.inStock"), <StockCounts key="stock" stock={stock} />],
          [
            t("accountOffers.claims"),
            offer.claims.open + offer.claims.accepted > 0
              ? t("accountOffers.claimCounts", {
                  open: formatNumber(offer.claims.open),
                  accepted: formatNumber(offer.claims.accepted),
                })
              : null,
          ],
          [
            t("accountOffers.seller"),
            offer.seller ? <PersonName key="seller" person={offer.seller} /> : null,
          ],
          [words("provenance"), offer.provenance],
          [words("group"), offer.groupName],
          [words("format"), offer.format],
          [
            words("template"),
            <code key="template" className="wrap-anywhere font-mono text-xs">
              {offer.template}
            </code>,
          ],
          [words("minCount"), formatNumber(offer.minCount)],
          [words("warrantyHours"), formatNumber(offer.warrantyHours)],
        ]}
      />
      {onAsk ? <OfferSteps offer={offer} onAsk={onAsk} /> : null}
    </DeskRow>
  );
}

function OfferSteps({ offer, onAsk }: { offer: DeskOfferView; onAsk: (step: Step) => void }) {
  const t = useTranslations("readyAccounts.offer");
  const stock = useTranslations("readyAccounts.stock");
  return (
    <div className="flex flex-wrap gap-2">
      {offer.isTakenDown ? null : <Button onClick={() => onAsk("stock")}>{stock("addStock")}</Button>}
      <Button onClick={() => onAsk("edit")}>{t("edit")}</Button>
      {offer.state === "on_sale" ? (
        <Button onClick={() => onAsk("stop")}>{t("steps.stop")}</Button>
      ) : offer.isTakenDown ? null : (
        <Button tone="accent" onClick={() => onAsk("put_on_sale")}>
          {t("steps.put_on_sale")}
        </Button>
      )}
      {offer.stock.available > 0 ? (
        <Button tone="danger" onClick={() => onAsk("withdraw")}>
          {t("steps.withdraw")}
        </Button>
      ) : null}
    </div>
  );
}

type StepDialogProps = Asked<DeskOfferView, Step> & { onAdded: (report: StockReportView) => void };

function StepDialog({ item: offer, step, onClose, onAdded }: StepDialogProps) {
  const t = useTranslations("backOffice");
  const words = useTranslations("readyAccounts.offer");
  if (step === "edit") return <OfferTermsDialog offer={offer} onClose={onClose} />;
  if (step === "stock") return <AddAccountStock offer={offer} onAdded={onAdded} onClose={onClose} />;
  const path = `desk/ready-accounts/offers/${offer.id}`;
  return (
    <ConfirmAction
      title={`${words(`steps.${step}`)}: ${offer.name}`}
      facts={[[t("accountOffers.inStock"), <StockCounts key="stock" stock={offer.stock} />]]}
      warning={t(`accountOffers.warnings.${step}`)}
      submit={words(`steps.${step}`)}
      isDanger={step === "withdraw"}
      reason={{ label: t("reason") }}
      call={(reason) =>
        step === "withdraw"
          ? { path: `${path}/withdraw-stock`, isKeyed: true, body: { reason } }
          : { path: `${path}/step`, isKeyed: true, body: { step, reason } }
      }
      onClose={onClose}
    />
  );
}
