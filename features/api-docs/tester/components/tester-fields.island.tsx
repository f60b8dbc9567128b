"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { CountryField, ServiceField } from "#features/api-docs/tester/components/goods-field.island.tsx";
import { PlainField } from "#features/api-docs/tester/components/plain-field.tsx";
import { TesterFieldFrame } from "#features/api-docs/tester/components/tester-field.tsx";
import {
  slotOf,
  type TesterField,
  type TesterMethod,
  type TesterValues,
} from "#features/api-docs/tester/tester.rules.ts";

type TesterFieldsProps = {
  method: TesterMethod;
  hints: Readonly<Record<string, string>>;
  values: TesterValues;
  /** Slots that must be filled in and are not. */
  missing: readonly string[];
  onChange: (field: TesterField, text: string) => void;
};

/** So many fields stand open; the optional ones beyond them are folded. */
const OPEN_FIELDS = 4;

/** The parameters of a call: what it cannot do without first, the rest folded when there is much of it. */
export function TesterFields(props: TesterFieldsProps) {
  const t = useTranslations("buyerApi.tester");
  const { fields } = props.method;
  const needed = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (fields.length === 0) return <p className="text-muted text-sm">{t("noParameters")}</p>;
  const open = fields.length <= OPEN_FIELDS ? fields : needed;
  const folded = fields.length <= OPEN_FIELDS ? [] : optional;
  return (
    <div className="grid min-w-0 gap-4">
      <h4 className="font-semibold text-sm">{t("parameters")}</h4>
      <FieldGrid {...props} fields={open} />
      {folded.length === 0 ? null : (
        <details className="group min-w-0">
          <summary className="touch flex cursor-pointer list-none items-center gap-1.5 font-medium text-sm [&::-webkit-details-marker]:hidden">
            <ChevronDown aria-hidden="true" className="size-4 transition-transform group-open:rotate-180" />
            {t("moreParameters", { count: folded.length })}
          </summary>
          <FieldGrid {...props} fields={folded} className="pt-4" />
        </details>
      )}
    </div>
  );
}

function FieldGrid({
  method,
  fields,
  hints,
  values,
  missing,
  onChange,
  className = "",
}: TesterFieldsProps & { fields: readonly TesterField[]; className?: string }) {
  if (fields.length === 0) return null;
  return (
    <div className={`grid min-w-0 items-start gap-4 @2xl:grid-cols-2 ${className}`}>
      {fields.map((field) => {
        const slot = slotOf(field);
        const Control = controls[field.kind as keyof typeof controls] ?? PlainField;
        return (
          <TesterFieldFrame
            key={slot}
            id={`${method.id}-${slot}`}
            field={field}
            hint={hints[field.name]}
            isMissing={missing.includes(slot)}
          >
            {(attributes) => (
              <Control
                field={field}
                attributes={{ ...attributes, "data-slot": slot }}
                value={values[slot] ?? ""}
                onChange={(text) => onChange(field, text)}
              />
            )}
          </TesterFieldFrame>
        );
      })}
    </div>
  );
}

const controls = { service: ServiceField, country: CountryField } as const;
