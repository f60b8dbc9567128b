import { useTranslations } from "next-intl";
import { useId } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";

/** What an offer says to buyers in words. */
type OfferWords = Pick<
  AccountOfferView,
  "name" | "groupName" | "registrationType" | "format" | "template" | "cloudPass" | "description"
>;

type OfferFieldsProps = { typed: Readonly<OfferWords>; onChange: (part: Partial<OfferWords>) => void };

/** What the words of a field are kept as. */
const memberOf = {
  name: "name",
  group: "groupName",
  registration: "registrationType",
  format: "format",
  template: "template",
} as const;

/** The fields of an offer of accounts that hold its words, whoever sells by it. */
export function OfferFields({ typed, onChange }: OfferFieldsProps) {
  const t = useTranslations("readyAccounts.offer");
  const id = useId();
  return (
    <>
      {(["name", "group", "registration", "format", "template"] as const).map((field) => (
        <TextField
          key={field}
          id={`${id}-${field}`}
          label={t(field)}
          hint={t(`hints.${field}`)}
          value={typed[memberOf[field]]}
          maxLength={5_000}
          autoComplete="off"
          onChange={(event) => onChange({ [memberOf[field]]: event.target.value })}
        />
      ))}
      <Checkbox checked={typed.cloudPass} onChange={(event) => onChange({ cloudPass: event.target.checked })}>
        {t("cloudPass")}
      </Checkbox>
      <TextareaField
        id={`${id}-description`}
        label={t("description")}
        hint={t("descriptionHint")}
        value={typed.description}
        rows={5}
        maxLength={5_000}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </>
  );
}
