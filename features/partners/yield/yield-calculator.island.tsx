"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { applicationLimits } from "#features/partners/partner-applications/partner-applications.rules.ts";
import { estimateYield, type YieldBasis, type YieldEstimate } from "#features/partners/yield/yield.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";

type Named = { readonly id: number; readonly name: string };
type CalculatorProps = {
  countries: readonly Named[];
  services: readonly Named[];
  basis: YieldBasis;
};

/** What modems would earn on a day and in a month; the first picture is there without any script. */
export function YieldCalculator({ countries, services, basis }: CalculatorProps) {
  const t = useTranslations("partners.yield");
  const id = useId();
  const [ports, setPorts] = useState(String(applicationLimits.portsMin));
  const [countryIds, setCountryIds] = useState(() => countries.slice(0, 1).map((one) => one.id));
  const [serviceIds, setServiceIds] = useState(() => services.map((one) => one.id));
  const count = /^\d{1,6}$/.test(ports.trim()) ? Number(ports) : 0;
  const isWrong = count < applicationLimits.portsMin || count > applicationLimits.portsMax;
  const estimate = isWrong ? null : estimateYield({ ports: count, countryIds, serviceIds }, basis);
  const error = isWrong ? t("wrongPorts", { min: applicationLimits.portsMin }) : null;
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-4">
      <div className="grid gap-1">
        <h2 id={`${id}-title`} className="font-semibold text-lg">
          {t("title")}
        </h2>
        <p className="text-muted text-sm">{t("lead")}</p>
      </div>
      <TextField
        id={`${id}-ports`}
        label={t("ports")}
        error={error}
        value={ports}
        onChange={(event) => setPorts(event.target.value)}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        className="tabular"
      />
      <Choices legend={t("countries")} options={countries} chosen={countryIds} onChange={setCountryIds} />
      <Choices legend={t("services")} options={services} chosen={serviceIds} onChange={setServiceIds} />
      <output
        htmlFor={`${id}-ports`}
        aria-live="polite"
        className="grid gap-2 rounded-lg border border-line bg-sunken p-4"
      >
        {estimate ? <Estimate estimate={estimate} /> : <span>{t("nothing")}</span>}
      </output>
    </section>
  );
}

type ChoicesProps = {
  legend: string;
  options: readonly Named[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
};

function Choices({ legend, options, chosen, onChange }: ChoicesProps) {
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="grid max-h-52 grid-cols-2 gap-x-4 overflow-y-auto rounded-md border border-line p-3 sm:grid-cols-3">
        {options.map(({ id, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function Estimate({ estimate }: { estimate: YieldEstimate }) {
  const t = useTranslations("partners.yield");
  const money = useMoneyText();
  const range = (lowKopecks: number, highKopecks: number) =>
    t("range", { low: money.both(lowKopecks), high: money.both(highKopecks) });
  return (
    <>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{t("day")}</span>
        <strong className="tabular">{range(estimate.dayLowKopecks, estimate.dayHighKopecks)}</strong>
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{t("month")}</span>
        <strong className="tabular text-lg">
          {range(estimate.monthLowKopecks, estimate.monthHighKopecks)}
        </strong>
      </span>
      <span className="text-muted text-sm">{t(`sources.${estimate.source}`)}</span>
    </>
  );
}
