import { SlidersHorizontal, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
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

/** Opens and closes the filters on phones, and says when something is chosen there. */
export function OrderFiltersButton({
  isActive,
  isOpen,
  onClick,
}: {
  isActive: boolean;
  isOpen: boolean;
  onClick: () => void;
}) {
  const t = useTranslations("partners.history.filters");
  return (
    <Button
      className="lg:hidden"
      icon={<SlidersHorizontal aria-hidden="true" className="size-4" />}
      aria-expanded={isOpen}
      aria-controls="order-filters"
      onClick={onClick}
    >
      {t("open")}
      {isActive ? <span className="size-2 rounded-full bg-accent" /> : null}
    </Button>
  );
}

/** Status, service, country, digits of the number, days. On phones they are shown when they are asked for. */
export function OrderFilters({ filters, choices, onChange, isOpen }: FiltersProps) {
  const t = useTranslations("partners.history");
  const clear = () => onChange({ ...noHistoryFilters, kind: filters.kind });
  return (
    <div
      id="order-filters"
      className={cx("grid grid-cols-2 items-end gap-3 lg:grid lg:grid-cols-4", !isOpen && "max-lg:hidden")}
    >
      <Field id="order-status" label={t("columns.status")}>
        <Select
          id="order-status"
          value={filters.status}
          onChange={({ target }) => onChange({ status: target.value as HistoryFilters["status"] })}
        >
          <option value="">{t("filters.anyStatus")}</option>
          {suppliedStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`status.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="order-service" label={t("columns.service")}>
        <Select
          id="order-service"
          value={filters.service}
          onChange={({ target }) => onChange({ service: target.value })}
        >
          <option value="">{t("filters.anyService")}</option>
          {choices.services.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field id="order-country" label={t("columns.country")}>
        <Select
          id="order-country"
          value={filters.country}
          onChange={({ target }) => onChange({ country: target.value })}
        >
          <option value="">{t("filters.anyCountry")}</option>
          {choices.countries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
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
      <Field id="order-from" label={t("filters.from")}>
        <Input
          id="order-from"
          type="date"
          value={filters.from}
          max={filters.to || undefined}
          onChange={({ target }) => onChange({ from: target.value })}
        />
      </Field>
      <Field id="order-to" label={t("filters.to")}>
        <Input
          id="order-to"
          type="date"
          value={filters.to}
          min={filters.from || undefined}
          onChange={({ target }) => onChange({ to: target.value })}
        />
      </Field>
      <Button
        tone="quiet"
        className="justify-self-start max-lg:col-span-2"
        disabled={!isNarrowed(filters)}
        icon={<X aria-hidden="true" className="size-4" />}
        onClick={clear}
      >
        {t("filters.clear")}
      </Button>
    </div>
  );
}
