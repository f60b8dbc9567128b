import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { ClearFilters, DayRangeFilter, SelectFilter } from "#components/ui/list-filters.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { GoodsChoices, GoodsFilters } from "#features/catalogue/order-lists/order-lists.rules.ts";

/** "" lets everything through. */
type OrderFilterValues = GoodsFilters & { readonly status: string };

export type OrderFiltersProps = {
  filters: OrderFilterValues;
  statuses: readonly { readonly value: string; readonly text: string }[];
  choices: GoodsChoices;
  onChange: (change: Partial<OrderFilterValues>) => void;
  isNarrowed: boolean;
  onClear: () => void;
  isOpen: boolean;
  /** What the field of digits finds, where that is more than digits of the number. */
  digitsLabel?: string;
};

/** Of the filters, for the button that opens them. */
export const ORDER_FILTERS_ID = "order-filters";

/** The digits of what was typed or pasted: `+62 811-000` is `62811000`. */
function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "").slice(0, 15);
}

/** Filters of a list of orders: status, service, country, digits of the number, days. On phones they are shown when they are asked for. */
export function OrderFilters({
  filters,
  statuses,
  choices,
  onChange,
  isNarrowed,
  onClear,
  isOpen,
  digitsLabel,
}: OrderFiltersProps) {
  const t = useTranslations("catalogue.orders.filters");
  return (
    <div
      id={ORDER_FILTERS_ID}
      className={cx("grid grid-cols-2 items-end gap-3 lg:grid lg:grid-cols-4", !isOpen && "max-lg:hidden")}
    >
      <SelectFilter
        id="order-status"
        label={t("status")}
        any={t("anyStatus")}
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <SelectFilter
        id="order-service"
        label={t("service")}
        any={t("anyService")}
        value={filters.service}
        options={choices.services.map(({ code, name }) => ({ value: code, text: name }))}
        onChange={(service) => onChange({ service })}
      />
      <SelectFilter
        id="order-country"
        label={t("country")}
        any={t("anyCountry")}
        value={filters.country}
        options={choices.countries.map(({ id, name }) => ({ value: id, text: name }))}
        onChange={(country) => onChange({ country })}
      />
      <TextField
        id="order-number"
        label={digitsLabel ?? t("number")}
        inputMode="numeric"
        autoComplete="off"
        placeholder="6281"
        value={filters.number}
        onChange={({ target }) => onChange({ number: digitsOf(target.value) })}
      />
      <DayRangeFilter
        id="order"
        labels={{ from: t("from"), to: t("to") }}
        from={filters.from}
        to={filters.to}
        onChange={onChange}
      />
      <ClearFilters className="justify-self-start max-lg:col-span-2" isActive={isNarrowed} onClick={onClear}>
        {t("clear")}
      </ClearFilters>
    </div>
  );
}
