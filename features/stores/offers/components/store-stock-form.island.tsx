"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { bringIntoView } from "#components/ui/bring-into-view.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { StockFields } from "#features/ready-accounts/stock/components/stock-fields.tsx";
import { linesOfRefusal } from "#features/ready-accounts/stock/components/stock-report.tsx";
import type { AccountOfferView, StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { noStock, stockBody } from "#features/ready-accounts/stock/typed-stock.rules.ts";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type StoreStockFormProps = {
  offer: AccountOfferView;
  onAdded: (report: StockReportView) => void;
  onClose: () => void;
};

/** Brings accounts into an offer's stock, from a list that is pasted or read from a file. */
export function StoreStockForm({ offer, onAdded, onClose }: StoreStockFormProps) {
  const t = useTranslations("readyAccounts.stock");
  const ui = useTranslations("ui");
  const step = useStoreStep<StockReportView>();
  const [typed, setTyped] = useState(noStock);
  const [isTried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    const body = stockBody(typed);
    if (body === null) return;
    await step
      .mutateAsync({ path: `store/offers/${offer.id}/stock`, body })
      .then((report) => {
        onAdded(report);
        onClose();
      })
      .catch(() => null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${t("addStock")}: ${offer.name}`}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" busy={step.isPending} onClick={() => void send()}>
            {t("addStock")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <StockFields
          template={offer.template}
          typed={typed}
          onChange={(part) => setTyped((old) => ({ ...old, ...part }))}
          isTried={isTried}
        />
        {step.error ? <Refusal problem={toApiProblem(step.error)} /> : null}
      </div>
    </Dialog>
  );
}

/** Why a list changed nothing, line by line where that is why. */
function Refusal({ problem }: { problem: ApiProblem }) {
  const ui = useTranslations("ui");
  return (
    <div ref={bringIntoView}>
      <Notice tone="bad" live title={problem.message || ui("error")}>
        {linesOfRefusal(problem)}
      </Notice>
    </div>
  );
}
