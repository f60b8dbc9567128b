import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { CountryChoice, SimCardChoice } from "#features/partners/sim-cards/sim-cards.rules.ts";
import { partnerNumberStates } from "#features/supply/inventory/partner-numbers.rules.ts";

type SimCardFiltersProps = {
  choice: SimCardChoice;
  change: (part: Partial<SimCardChoice>) => void;
  countries: readonly CountryChoice[];
};

/** What narrows the list of numbers. */
export function SimCardFilters({ choice, change, countries }: SimCardFiltersProps) {
  const t = useTranslations("partners.simCards");
  const id = useId();
  const stateOf = (value: string) => partnerNumberStates.find((state) => state === value) ?? "";
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <TextField
        id={`${id}-search`}
        label={t("search")}
        type="search"
        value={choice.search}
        maxLength={60}
        onChange={(event) => change({ search: event.target.value })}
      />
      <Field id={`${id}-country`} label={t("country")}>
        <Select
          id={`${id}-country`}
          value={choice.country}
          onChange={(event) => change({ country: event.target.value })}
        >
          <option value="">{t("anyCountry")}</option>
          {countries.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field id={`${id}-state`} label={t("state")}>
        <Select
          id={`${id}-state`}
          value={choice.state}
          onChange={(event) => change({ state: stateOf(event.target.value) })}
        >
          <option value="">{t("anyState")}</option>
          {partnerNumberStates.map((state) => (
            <option key={state} value={state}>
              {t(`states.${state}`)}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}
