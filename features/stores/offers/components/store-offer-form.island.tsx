"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { bringIntoView } from "#components/ui/bring-into-view.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { countriesQuery } from "#features/catalogue/catalogue.client.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { ServiceSearch } from "#features/catalogue/components/service-search.island.tsx";
import { OfferFields } from "#features/ready-accounts/stock/components/offer-fields.tsx";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import { storeOfferLimits } from "#features/stores/offers/store-offers.rules.ts";
import {
  emptyStoreOffer,
  storeOfferBody,
  type TypedStoreOffer,
  typedStoreOffer,
} from "#features/stores/offers/typed-offer.rules.ts";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type StoreOfferFormProps = {
  /** Null = a new one. */
  offer: AccountOfferView | null;
  onClose: () => void;
};

/** What an offer of the store says, written anew or changed. */
export function StoreOfferForm({ offer, onClose }: StoreOfferFormProps) {
  const t = useTranslations("stores.offers");
  const words = useTranslations("readyAccounts.offer");
  const ui = useTranslations("ui");
  const step = useStoreStep();
  const [typed, setTyped] = useState(() => (offer ? typedStoreOffer(offer) : emptyStoreOffer));
  const [isTried, setTried] = useState(false);
  const body = storeOfferBody(typed);
  const send = async () => {
    setTried(true);
    if (body === null) return;
    const path = offer ? `store/offers/${offer.id}/edit` : "store/offers";
    await step
      .mutateAsync({ path, body })
      .then(onClose)
      .catch(() => null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={offer ? `${words("edit")}: ${offer.name}` : words("add")}
      description={words(offer ? "editWarning" : "addWarning")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" busy={step.isPending} onClick={() => void send()}>
            {words(offer ? "save" : "add")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <StoreOfferFields typed={typed} onChange={(part) => setTyped((old) => ({ ...old, ...part }))} />
        {isTried && body === null ? (
          <div ref={bringIntoView}>
            <Notice tone="warn" live>
              {t("fillIn", {
                characters: formatNumber(storeOfferLimits.provenanceCharactersMin),
                hours: formatNumber(storeOfferLimits.warrantyHoursMin),
              })}
            </Notice>
          </div>
        ) : null}
        {step.error ? (
          <div ref={bringIntoView}>
            <Notice tone="bad" live>
              {toApiProblem(step.error).message || ui("error")}
            </Notice>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

type StoreOfferFieldsProps = { typed: TypedStoreOffer; onChange: (part: Partial<TypedStoreOffer>) => void };

const digits = (text: string, most: number) => text.replace(/\D/g, "").slice(0, most);

function StoreOfferFields({ typed, onChange }: StoreOfferFieldsProps) {
  const t = useTranslations("stores.offers");
  const words = useTranslations("readyAccounts.offer");
  const ui = useTranslations("ui");
  const id = useId();
  const countries = useQuery(countriesQuery);
  const line = (field: string, value: string, change: (text: string) => void, hint?: string): ReactNode => (
    <TextField
      key={field}
      id={`${id}-${field}`}
      label={words(field)}
      hint={hint}
      value={value}
      autoComplete="off"
      onChange={(event) => change(event.target.value)}
    />
  );
  return (
    <>
      <fieldset className="grid min-w-0 gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">{t("service")}</legend>
        {typed.service ? (
          <p className="flex flex-wrap items-center gap-2">
            <ServiceMark icon={typed.service.icon} name={typed.service.name} size="sm" />
            <span className="wrap-anywhere">{typed.service.name}</span>
            <Button size="sm" onClick={() => onChange({ service: null })}>
              {t("other")}
            </Button>
          </p>
        ) : (
          <ServiceSearch list="service" detailOf={undefined} onSelect={(service) => onChange({ service })} />
        )}
      </fieldset>
      <Field id={`${id}-country`} label={words("country")}>
        <Select
          id={`${id}-country`}
          value={typed.countryId}
          onChange={(event) => onChange({ countryId: event.target.value })}
        >
          <option value="">{countries.isPending ? ui("loading") : t("chooseCountry")}</option>
          {countries.data?.map(({ external_id, name }) => (
            <option key={external_id} value={String(external_id)}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <OfferFields typed={typed} onChange={onChange} />
      <TextareaField
        id={`${id}-provenance`}
        label={words("provenance")}
        hint={t("provenanceHint")}
        value={typed.provenance}
        rows={3}
        maxLength={storeOfferLimits.provenanceCharacters}
        onChange={(event) => onChange({ provenance: event.target.value })}
      />
      {line("price", typed.price, (price) => onChange({ price }))}
      {line("minCount", typed.minCount, (text) => onChange({ minCount: digits(text, 3) }))}
      {line(
        "warrantyHours",
        typed.warrantyHours,
        (text) => onChange({ warrantyHours: digits(text, 4) }),
        t("warrantyHint"),
      )}
    </>
  );
}
