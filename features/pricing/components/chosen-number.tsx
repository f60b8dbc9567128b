import { Money } from "#components/ui/money.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import type { ChosenNumber as Chosen } from "#features/pricing/choice/choice.loaders.ts";
import { formatUnit } from "#lib/i18n/formats.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

type ChosenNumberProps = { locale: Locale; title: string; lead: string; chosen: Chosen };

/** What a guest was about to buy and for how much, above the step that comes first. */
export function ChosenNumber({ locale, title, lead, chosen }: ChosenNumberProps) {
  const { service, country, term, priceKopecks, rubPerUsd } = chosen;
  return (
    <section aria-labelledby="chosen-number" className="mb-6 grid gap-2 border-line border-b pb-5">
      <h2 id="chosen-number" className="text-muted text-sm">
        {title}
      </h2>
      <p className="flex flex-wrap items-center gap-2 wrap-anywhere font-medium">
        <ServiceMark name={service.name} icon={service.icon} size="sm" />
        {service.name}
        <Flag src={country.icon} />
        {country.name}
        {term ? (
          <span>
            {formatUnit(localeFacts[locale].tag, term.amount, term.unit === "days" ? "day" : "hour")}
          </span>
        ) : null}
        {priceKopecks === null ? null : (
          <Money kopecks={priceKopecks} rubPerUsd={rubPerUsd} className="ms-auto" />
        )}
      </p>
      <p className="text-muted text-sm">{lead}</p>
    </section>
  );
}
