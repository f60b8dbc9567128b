import { useId } from "react";
import { TextField } from "#components/ui/text-field.tsx";

type TextLineProps = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** A line of text with its hint. */
export function TextLine({ label, hint, value, onChange }: TextLineProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      value={value}
      maxLength={5_000}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
