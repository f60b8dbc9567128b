import { SlidersHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { FilterChoices } from "#features/ledger/statement/statement.contract.ts";
import { type Filters, isFiltered, noFilters } from "#features/ledger/statement/statement.rules.ts";

type FiltersProps = {
  filters: Filters;
  choices: FilterChoices;
  onChange: (change: Partial<Filters>) => void;
  isOpen: boolean;
};

/** Opens and closes the filters on phones, and says when something is chosen there. */
export function FiltersButton({
  isActive,
  isOpen,
  onClick,
}: {
  isActive: boolean;
  isOpen: boolean;
  onClick: () => void;
}) {
  const t = useTranslations("ledger.statement.filters");
  return (
    <Button
      className="lg:hidden"
      icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
      aria-expanded={isOpen}
      aria-controls="history-filters"
      onClick={onClick}
    >
      {t("open")}
      {isActive ? <span className="size-2 rounded-full bg-accent" /> : null}
    </Button>
  );
}

/** Kind, service and days. On phones they are shown when they are asked for. */
export function StatementFilters({ filters, choices, onChange, isOpen }: FiltersProps) {
  const t = useTranslations("ledger.statement.filters");
  const clear = () => onChange({ ...noFilters, direction: filters.direction });
  return (
    <div
      id="history-filters"
      className={cx(
        "grid grid-cols-2 gap-3 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem_9.5rem_auto] lg:items-end",
        !isOpen && "max-lg:hidden",
      )}
    >
      <Field id="history-kind" label={t("kind")} className="max-sm:col-span-2">
        <Select
          id="history-kind"
          value={filters.kind}
          onChange={({ target }) => onChange({ kind: target.value })}
        >
          <option value="">{t("anyKind")}</option>
          {choices.kinds.map(({ kind, text }) => (
            <option key={kind} value={kind}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="history-service" label={t("service")} className="max-sm:col-span-2">
        <Select
          id="history-service"
          value={filters.service}
          onChange={({ target }) => onChange({ service: target.value })}
        >
          <option value="">{t("anyService")}</option>
          {choices.services.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="history-from" label={t("from")}>
        <Input
          id="history-from"
          type="date"
          value={filters.from}
          max={filters.to || undefined}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field id="history-to" label={t("to")}>
        <Input
          id="history-to"
          type="date"
          value={filters.to}
          min={filters.from || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </Field>
      <Button
        tone="quiet"
        className="max-lg:col-span-2"
        disabled={!isFiltered(filters)}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={clear}
      >
        {t("clear")}
      </Button>
    </div>
  );
}
