"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import {
  noOfferTerms,
  OfferTermsFields,
  offerTermsBody,
  typedOfferTerms,
} from "#features/back-office/ready-accounts/components/offer-terms-fields.tsx";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";

type OfferTermsDialogProps = {
  /** Null = a new one. */
  offer: AccountOfferView | null;
  onClose: () => void;
};

/** What an offer of accounts says, written anew or changed. */
export function OfferTermsDialog({ offer, onClose }: OfferTermsDialogProps) {
  const t = useTranslations("backOffice");
  const words = useTranslations("readyAccounts.offer");
  const [typed, setTyped] = useState(() => (offer ? typedOfferTerms(offer) : noOfferTerms));
  return (
    <ConfirmAction
      title={offer ? `${words("edit")}: ${offer.name}` : words("add")}
      facts={[]}
      warning={words(offer ? "editWarning" : "addWarning")}
      submit={words(offer ? "save" : "add")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const terms = offerTermsBody(typed);
        if (terms === null) return null;
        const path = "desk/ready-accounts/offers";
        return { path: offer ? `${path}/${offer.id}/edit` : path, isKeyed: true, body: { ...terms, reason } };
      }}
      onClose={onClose}
    >
      <OfferTermsFields typed={typed} onChange={(part) => setTyped((old) => ({ ...old, ...part }))} />
    </ConfirmAction>
  );
}
