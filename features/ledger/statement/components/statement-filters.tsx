import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { ClearFilters, DayRangeFilter, SelectFilter } from "#components/ui/list-filters.tsx";
import type { FilterChoices } from "#features/ledger/statement/statement.contract.ts";
import { type Filters, isFiltered, noFilters } from "#features/ledger/statement/statement.rules.ts";

type FiltersProps = {
  filters: Filters;
  choices: FilterChoices;
  onChange: (change: Partial<Filters>) => void;
  isOpen: boolean;
};

/** Of the filters, for the button that opens them. */
export const STATEMENT_FILTERS_ID = "history-filters";

/** Kind, service where there is one to choose, and days. On phones they are shown when they are asked for. */
export function StatementFilters({ filters, choices, onChange, isOpen }: FiltersProps) {
  const t = useTranslations("ledger.statement.filters");
  const clear = () => onChange({ ...noFilters, direction: filters.direction });
  return (
    <div
      id={STATEMENT_FILTERS_ID}
      className={cx(
        "grid grid-cols-2 gap-3 lg:grid lg:items-end",
        choices.services.length > 0
          ? "lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9.5rem_9.5rem_auto]"
          : "lg:grid-cols-[minmax(0,1fr)_9.5rem_9.5rem_auto]",
        !isOpen && "max-lg:hidden",
      )}
    >
      <SelectFilter
        id="history-kind"
        label={t("kind")}
        any={t("anyKind")}
        value={filters.kind}
        options={choices.kinds.map(({ kind, text }) => ({ value: kind, text }))}
        onChange={(kind) => onChange({ kind })}
        className="max-sm:col-span-2"
      />
      {choices.services.length > 0 ? (
        <SelectFilter
          id="history-service"
          label={t("service")}
          any={t("anyService")}
          value={filters.service}
          options={choices.services.map(({ code, name }) => ({ value: code, text: name }))}
          onChange={(service) => onChange({ service })}
          className="max-sm:col-span-2"
        />
      ) : null}
      <DayRangeFilter
        id="history"
        labels={{ from: t("from"), to: t("to") }}
        from={filters.from}
        to={filters.to}
        onChange={onChange}
      />
      <ClearFilters className="max-lg:col-span-2" isActive={isFiltered(filters)} onClick={clear}>
        {t("clear")}
      </ClearFilters>
    </div>
  );
}
