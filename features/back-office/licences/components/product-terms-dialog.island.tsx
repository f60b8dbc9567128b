"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { TextareaField } from "#components/ui/text-field.tsx";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { TextLine } from "#features/back-office/components/text-line.tsx";
import type { LicenceProductView } from "#features/back-office/licences/desk-licences.contract.ts";
import { productLimits } from "#features/licences/licences.rules.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

/** What the form of a product holds, as it is typed. */
const noTerms = {
  ...{ code: "", name: "", softwareType: "", description: "", price: "", termDays: "30", deviceLimit: "1" },
};
type Typed = typeof noTerms;

function typedTerms(product: LicenceProductView): Typed {
  const { code, name, softwareType, description, priceKopecks, termDays, deviceLimit } = product;
  return {
    ...{ code, name, softwareType, description },
    price: decimalRoubles(kopecks(priceKopecks)),
    termDays: termDays === null ? "" : String(termDays),
    deviceLimit: String(deviceLimit),
  };
}

/** What the call takes beside the code, or null while a field is not filled in well. */
function termsBody({ name, softwareType, description, price, termDays, deviceLimit }: Typed): object | null {
  const priceKopecks = typedKopecks(price);
  const term = termDays === "" ? null : Number(termDays);
  const devices = Number(deviceLimit);
  const isWhole =
    [name, softwareType].every((text) => text.trim() !== "") &&
    priceKopecks !== null &&
    (term === null || (term >= 1 && term <= productLimits.termDays)) &&
    devices >= 1 &&
    devices <= productLimits.devices;
  return isWhole
    ? { name, softwareType, description, priceKopecks, termDays: term, deviceLimit: devices }
    : null;
}

type ProductTermsDialogProps = {
  /** Null = a new one. */
  product: LicenceProductView | null;
  onClose: () => void;
};

/** What a product of software says, written anew or changed. */
export function ProductTermsDialog({ product, onClose }: ProductTermsDialogProps) {
  const t = useTranslations("backOffice");
  const [typed, setTyped] = useState(() => (product ? typedTerms(product) : noTerms));
  const change = (part: Partial<Typed>) => setTyped((old) => ({ ...old, ...part }));
  return (
    <ConfirmAction
      title={product ? `${t("software.edit")}: ${product.name}` : t("software.add")}
      facts={product ? [[t("software.code"), product.code]] : []}
      warning={t(product ? "software.editWarning" : "software.addWarning")}
      submit={t(product ? "software.save" : "software.add")}
      reason={{ label: t("reason") }}
      call={(reason) => {
        const terms = termsBody(typed);
        const { code } = typed;
        if (terms === null || !/^[a-z0-9][a-z0-9-]{1,39}$/.test(code)) return null;
        const path = "desk/licences/products";
        return product
          ? { path: `${path}/${product.id}/edit`, isKeyed: true, body: { ...terms, reason } }
          : { path, isKeyed: true, body: { ...terms, code, reason } };
      }}
      onClose={onClose}
    >
      <ProductFields typed={typed} isNew={product === null} onChange={change} />
    </ConfirmAction>
  );
}

const digits = (text: string, most: number) => text.replace(/\D/g, "").slice(0, most);

type ProductFieldsProps = { typed: Typed; isNew: boolean; onChange: (part: Partial<Typed>) => void };

function ProductFields({ typed, isNew, onChange }: ProductFieldsProps) {
  const t = useTranslations("backOffice.software");
  const id = useId();
  return (
    <div className="grid gap-4">
      {isNew ? (
        <TextLine
          label={t("code")}
          hint={t("hints.code")}
          value={typed.code}
          onChange={(code) => onChange({ code })}
        />
      ) : null}
      <TextLine label={t("name")} value={typed.name} onChange={(name) => onChange({ name })} />
      <TextLine
        label={t("softwareType")}
        hint={t("hints.softwareType")}
        value={typed.softwareType}
        onChange={(softwareType) => onChange({ softwareType })}
      />
      <TextareaField
        id={id}
        label={t("description")}
        value={typed.description}
        rows={4}
        maxLength={productLimits.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      <AmountInput label={t("price")} value={typed.price} onChange={(price) => onChange({ price })} />
      <TextLine
        label={t("termDays")}
        hint={t("hints.termDays")}
        value={typed.termDays}
        onChange={(text) => onChange({ termDays: digits(text, 4) })}
      />
      <TextLine
        label={t("deviceLimit")}
        value={typed.deviceLimit}
        onChange={(text) => onChange({ deviceLimit: digits(text, 4) })}
      />
    </div>
  );
}
