import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";

type ChoiceProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Value and words; the first one usually means "any". */
  options: readonly (readonly [value: string, text: string])[];
};

/** A list to filter by. */
export function Choice({ label, value, onChange, options }: ChoiceProps) {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type AnyChoiceProps<Value extends string> = Omit<ChoiceProps, "options"> & {
  values: readonly Value[];
  textOf: (value: Value) => string;
};

/** A list to filter by whose first entry, with the value "", lets everything through. */
export function AnyChoice<Value extends string>({ values, textOf, ...choice }: AnyChoiceProps<Value>) {
  const t = useTranslations("backOffice.filters");
  const options = [["", t("any")] as const, ...values.map((value) => [value, textOf(value)] as const)];
  return <Choice {...choice} options={options} />;
}

type TextFilterProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: "search" | "date" | "text";
  inputMode?: "numeric" | "text";
};

/** A text or day to filter by. */
export function TextFilter({ label, value, onChange, type = "search", inputMode }: TextFilterProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      label={label}
      type={type}
      inputMode={inputMode}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type DayFilter = { days: string; from: string; to: string };
type DaysProps = {
  value: DayFilter;
  onChange: (change: Partial<DayFilter>) => void;
  /** Which day of a row is meant; the first one has the value "". */
  options: ChoiceProps["options"];
};

/** Days from one to another to filter by, and which day of a row they are about. */
export function DaysFilter({ value, onChange, options }: DaysProps) {
  const t = useTranslations("backOffice.filters");
  return (
    <>
      <Choice
        label={t("days")}
        value={value.days}
        onChange={(days) => onChange({ days })}
        options={options}
      />
      <TextFilter label={t("from")} type="date" value={value.from} onChange={(from) => onChange({ from })} />
      <TextFilter label={t("to")} type="date" value={value.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

type OpenOrAllProps = {
  value: string;
  onChange: (value: string) => void;
  /** What the list calls those that are still open. */
  open: string;
};

/** The one filter of a list of work: what is still open, or everything. */
export function OpenOrAll({ value, onChange, open }: OpenOrAllProps) {
  const t = useTranslations("backOffice.filters");
  return (
    <Filters>
      <Choice
        label={t("only")}
        value={value}
        onChange={onChange}
        options={[
          ["open", open],
          ["all", t("any")],
        ]}
      />
    </Filters>
  );
}

/** Filters in a row that wraps. */
export function Filters({ children }: { children: React.ReactNode }) {
  return <div className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-4">{children}</div>;
}
