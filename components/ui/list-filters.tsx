import { SlidersHorizontal, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";

type FiltersButtonProps = {
  /** Id of the filters. */
  controls: string;
  isActive: boolean;
  isOpen: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** Opens and closes the filters on phones; a dot shows that some are set. */
export function FiltersButton({ controls, isActive, isOpen, onClick, children }: FiltersButtonProps) {
  return (
    <Button
      className="lg:hidden"
      icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
    >
      {children}
      {isActive ? <span className="size-2 rounded-full bg-accent" /> : null}
    </Button>
  );
}

type SelectFilterProps = {
  id: string;
  label: string;
  /** Words of the first entry, whose value "" lets everything through. */
  any: string;
  value: string;
  options: readonly { readonly value: string | number; readonly text: string }[];
  onChange: (value: string) => void;
  className?: string;
};

/** A list to filter by. */
export function SelectFilter({
  id,
  label,
  any,
  value,
  options,
  onChange,
  className = "",
}: SelectFilterProps) {
  return (
    <Field id={id} label={label} className={className}>
      <Select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type DayRangeFilterProps = {
  /** The fields' ids are `<id>-from` and `<id>-to`. */
  id: string;
  labels: { readonly from: string; readonly to: string };
  /** Days such as 2026-11-30; "" = open. */
  from: string;
  to: string;
  onChange: (change: { from?: string; to?: string }) => void;
};

/** The first and the last day to filter by, side by side in the grid of the filters. */
export function DayRangeFilter({ id, labels, from, to, onChange }: DayRangeFilterProps) {
  return (
    <>
      <TextField
        id={`${id}-from`}
        label={labels.from}
        type="date"
        value={from}
        max={to || undefined}
        onChange={({ target }) => onChange({ from: target.value })}
      />
      <TextField
        id={`${id}-to`}
        label={labels.to}
        type="date"
        value={to}
        min={from || undefined}
        onChange={({ target }) => onChange({ to: target.value })}
      />
    </>
  );
}

type ClearFiltersProps = { isActive: boolean; onClick: () => void; children: ReactNode; className?: string };

/** Removes all filters; disabled while none is set. */
export function ClearFilters({ isActive, onClick, children, className = "" }: ClearFiltersProps) {
  return (
    <Button
      tone="quiet"
      disabled={!isActive}
      icon={<X aria-hidden="true" className="size-4" />}
      onClick={onClick}
      className={className}
    >
      {children}
    </Button>
  );
}
