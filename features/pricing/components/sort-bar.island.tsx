"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { nextSort, type Sort, type SortField } from "#features/pricing/offers.rules.ts";

type SortBarProps = { sort: Sort; onSort: (sort: Sort) => void; fields: readonly SortField[] };

/** Sorting of the country list: first click descending, next ascending. The state is said, not only drawn. */
export function SortBar({ sort, onSort, fields }: SortBarProps) {
  const t = useTranslations("pricing.list.sort");
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{t("label")}</legend>
      {fields.map((field) => (
        <SortButton
          key={field}
          field={field}
          sort={sort}
          onSort={onSort}
          label={t(field)}
          state={stateOf(field, sort, t)}
        />
      ))}
    </fieldset>
  );
}

function stateOf(field: SortField, sort: Sort, t: (key: "descending" | "ascending") => string): string {
  if (sort === field) return t("ascending");
  return sort === `-${field}` ? t("descending") : "";
}

function SortButton({
  field,
  sort,
  onSort,
  label,
  state,
}: {
  field: SortField;
  sort: Sort;
  onSort: (sort: Sort) => void;
  label: string;
  state: string;
}) {
  const Icon = sort === field ? ArrowUp : sort === `-${field}` ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      aria-pressed={state !== ""}
      onClick={() => onSort(nextSort(sort, field))}
      className={cx(
        "touch inline-flex h-9 items-center gap-1 rounded-md px-2.5 font-medium text-sm hover:bg-sunken",
        state ? "text-text" : "text-muted",
      )}
    >
      {label}
      <Icon aria-hidden="true" className={cx("size-3.5", state ? "" : "text-faint")} />
      {state ? <span className="sr-only">, {state}</span> : null}
    </button>
  );
}
