import { useId } from "react";
import { TextField } from "#components/ui/text-field.tsx";
import { type Kopecks, parseRoubles } from "#lib/money/kopecks.ts";

/** The kopecks that were typed ("500", "99,50"), or null. */
export function typedKopecks(text: string): Kopecks | null {
  const amount = parseRoubles(text.replace(/\s/g, "").replace(",", "."));
  return amount === null || amount === 0 ? null : amount;
}

type AmountInputProps = { label: string; hint?: string; value: string; onChange: (value: string) => void };

/** An amount in roubles. */
export function AmountInput({ label, hint, value, onChange }: AmountInputProps) {
  const id = useId();
  return (
    <TextField
      id={id}
      label={label}
      hint={hint}
      inputMode="decimal"
      value={value}
      maxLength={20}
      className="tabular max-w-60"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
