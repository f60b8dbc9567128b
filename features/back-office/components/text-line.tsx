import { useId } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

type TextLineProps = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** A line of text with its hint. */
export function TextLine({ label, hint, value, onChange }: TextLineProps) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <Input
        {...describedBy(id, { hint })}
        value={value}
        maxLength={5_000}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
