import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { ClearFilters, DayRangeFilter, SelectFilter } from "#components/ui/list-filters.tsx";
import type { OrderChoices } from "#features/partners/activations-history/activations-history.contract.ts";
import {
  digitsOf,
  type HistoryFilters,
  isNarrowed,
  noHistoryFilters,
} from "#features/partners/activations-history/activations-history.rules.ts";
import { suppliedStatuses } from "#features/statistics/supplied/supplied.rules.ts";

type FiltersProps = {
  filters: HistoryFilters;
  choices: OrderChoices;
  onChange: (change: Partial<HistoryFilters>) => void;
  isOpen: boolean;
};

/** Of the filters, for the button that opens them. */
export const ORDER_FILTERS_ID = "order-filters";

/** Status, service, country, digits of the number, days. On phones they are shown when they are asked for. */
export function OrderFilters({ filters, choices, onChange, isOpen }: FiltersProps) {
  const t = useTranslations("partners.history");
  const clear = () => onChange({ ...noHistoryFilters, kind: filters.kind });
  return (
    <div
      id={ORDER_FILTERS_ID}
      className={cx("grid grid-cols-2 items-end gap-3 lg:grid lg:grid-cols-4", !isOpen && "max-lg:hidden")}
    >
      <SelectFilter
        id="order-status"
        label={t("columns.status")}
        any={t("filters.anyStatus")}
        value={filters.status}
        options={suppliedStatuses.map((status) => ({ value: status, text: t(`status.${status}`) }))}
        onChange={(status) => onChange({ status: status as HistoryFilters["status"] })}
      />
      <SelectFilter
        id="order-service"
        label={t("columns.service")}
        any={t("filters.anyService")}
        value={filters.service}
        options={choices.services.map(({ code, name }) => ({ value: code, text: name }))}
        onChange={(service) => onChange({ service })}
      />
      <SelectFilter
        id="order-country"
        label={t("columns.country")}
        any={t("filters.anyCountry")}
        value={filters.country}
        options={choices.countries.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(country) => onChange({ country })}
      />
      <Field id="order-number" label={t("filters.number")}>
        <Input
          id="order-number"
          inputMode="numeric"
          autoComplete="off"
          placeholder="6281"
          value={filters.number}
          onChange={({ target }) => onChange({ number: digitsOf(target.value) })}
        />
      </Field>
      <DayRangeFilter
        id="order"
        labels={{ from: t("filters.from"), to: t("filters.to") }}
        from={filters.from}
        to={filters.to}
        onChange={onChange}
      />
      <ClearFilters
        className="justify-self-start max-lg:col-span-2"
        isActive={isNarrowed(filters)}
        onClick={clear}
      >
        {t("filters.clear")}
      </ClearFilters>
    </div>
  );
}
