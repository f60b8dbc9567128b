"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { StockFields } from "#features/ready-accounts/stock/components/stock-fields.tsx";
import { linesOfRefusal } from "#features/ready-accounts/stock/components/stock-report.tsx";
import type { AccountOfferView, StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { noStock, stockBody } from "#features/ready-accounts/stock/typed-stock.rules.ts";

type AddAccountStockProps = {
  offer: AccountOfferView;
  onAdded: (report: StockReportView) => void;
  onClose: () => void;
};

/** Brings accounts into an offer's stock, with a reason, from a list that is pasted or read from a file. */
export function AddAccountStock({ offer, onAdded, onClose }: AddAccountStockProps) {
  const t = useTranslations("backOffice");
  const stock = useTranslations("readyAccounts.stock");
  const [typed, setTyped] = useState(noStock);
  return (
    <ConfirmAction
      title={`${stock("addStock")}: ${offer.name}`}
      facts={[]}
      submit={stock("addStock")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const body = stockBody(typed);
        const path = `desk/ready-accounts/offers/${offer.id}/stock`;
        return body && { path, isKeyed: true, body: { ...body, reason } };
      }}
      onDone={onAdded as (answer: never) => void}
      explain={linesOfRefusal}
      onClose={onClose}
    >
      <StockFields
        template={offer.template}
        typed={typed}
        onChange={(part) => setTyped((old) => ({ ...old, ...part }))}
      />
    </ConfirmAction>
  );
}
