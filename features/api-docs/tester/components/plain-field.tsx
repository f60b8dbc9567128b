import { useTranslations } from "next-intl";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ControlAttributes } from "#features/api-docs/tester/components/tester-field.tsx";
import type { TesterField } from "#features/api-docs/tester/tester.rules.ts";

export type FieldControlProps = {
  field: TesterField;
  attributes: ControlAttributes;
  value: string;
  onChange: (text: string) => void;
};

/** The control of a parameter that needs no list of ours. What does not fit may be typed all the same: the API refuses it. */
export function PlainField(props: FieldControlProps) {
  const { field, attributes, value, onChange } = props;
  if (field.kind === "flag") return <Choice {...props} choices={["true", "false"]} />;
  if (field.kind === "choice") return <Choice {...props} choices={field.choices ?? []} />;
  if (field.kind === "list" && field.choices) return <ManyChoices {...props} choices={field.choices} />;
  if (field.kind === "json") {
    return (
      <Textarea
        {...attributes}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        rows={3}
        className="font-mono"
      />
    );
  }
  return (
    <Input
      {...attributes}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      inputMode={field.kind === "number" ? "numeric" : "text"}
      placeholder={field.kind === "time" ? "2026-11-21T12:00:00Z" : undefined}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      className="font-mono"
    />
  );
}

function Choice({
  attributes,
  value,
  onChange,
  choices,
}: FieldControlProps & { choices: readonly string[] }) {
  const t = useTranslations("buyerApi.tester");
  return (
    <Select
      {...attributes}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="font-mono"
    >
      <option value="">{t("notSent")}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {choice}
        </option>
      ))}
    </Select>
  );
}

/** Several of a closed list, kept as text with commas between them. */
function ManyChoices({
  attributes: { "data-slot": slot, "aria-invalid": _invalid, id, ...attributes },
  field,
  value,
  onChange,
  choices,
}: FieldControlProps & { choices: readonly string[] }) {
  const chosen = value.split(",").filter((one) => one !== "");
  return (
    // biome-ignore lint/a11y/useSemanticElements: its name is the label above
    <div
      role="group"
      aria-label={field.name}
      {...attributes}
      className="grid gap-x-4 @md:grid-cols-2 @2xl:grid-cols-3"
    >
      {choices.map((choice, index) => (
        <Checkbox
          key={choice}
          {...(index === 0 ? { id, "data-slot": slot } : {})}
          checked={chosen.includes(choice)}
          onChange={(event) =>
            onChange(
              choices
                .filter((one) => (one === choice ? event.target.checked : chosen.includes(one)))
                .join(","),
            )
          }
        >
          <code translate="no">{choice}</code>
        </Checkbox>
      ))}
    </div>
  );
}
